"""Who asks: from the token that a browser or a program sends."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from calavera.server.counted import counted
from calavera.server.devices import family
from calavera.server.store import SEEN_AGAIN, Store, StoredIdentity, StoreError
from calavera.server.tokens import identity_of, new_token, new_token_id
from calavera.table.caller import Caller
from calavera.table.reasons import Reason, Refused

_LOGGER: Final = logging.getLogger("calavera.store")

PURGE: Final = 6 * 3600.0
"""Seconds between two deletions of expired tokens."""

COOKIE: Final = "calavera"
SECURE_COOKIE: Final = "__Host-calavera"
"""Behind TLS: browsers accept it from this very host alone, never from a sibling domain."""

MOST_KNOWN: Final = 20_000
LONGEST_TOKEN: Final = 100
PROTOCOL: Final = "calavera"
"""What is spoken on a socket, for a browser that has to name it."""

TOKEN_PROTOCOL: Final = "calavera.token."
"""Before a token among the protocols that a browser offers: it can set no other header there."""


class Newcomer(NamedTuple):
    """Somebody who was just given a token."""

    token: str
    caller: Caller


class People:
    """Everybody who has a token; remembered only where no other server writes to the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Caller] = OrderedDict()
        """By the hashes of their tokens."""
        self._day = _today()
        self.banned: frozenset[str] = frozenset()
        """Identities that may not use the server."""

    async def find(self, token: str | None, user_agent: str = "") -> Caller | None:
        """Who has that token; raises Refused where they are banned."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        digest = identity_of(token)
        self._forget_yesterday()
        known = self._known.get(digest)
        if known is None:
            found = await self._store.tokens.find(digest, family(user_agent))
            if found is None:
                return None
            known = Caller(*found)
        if known.identity in self.banned:
            raise Refused(Reason.REMOVED, "you may not use this server")
        return self._keep(digest, known)

    def _forget_yesterday(self) -> None:
        """Ask the store for everybody once a day: it notes when tokens are used."""
        day = _today()
        if day != self._day:
            self._day = day
            self._known.clear()

    async def welcome(self, name: str | None = None, user_agent: str = "") -> Newcomer:
        """Give somebody new a token."""
        token = new_token()
        digest = identity_of(token)
        caller = Caller(digest, name or f"Guest {secrets.randbelow(900) + 100}")
        await asyncio.gather(  # in one commit
            self._store.save_identity(StoredIdentity(*caller)),
            self._store.tokens.add(digest, new_token_id(), digest, family(user_agent)),
        )
        return Newcomer(token, self._keep(digest, caller))

    async def rename(self, caller: Caller, name: str) -> Caller:
        """Give somebody another name."""
        renamed = caller._replace(name=name)
        await self._store.save_identity(StoredIdentity(*renamed))
        self._forget(caller.identity)
        return renamed

    # Tokens.

    async def another_token(self, caller: Caller, user_agent: str = "") -> tuple[str, str]:
        """Give somebody a further token; returns it and its id."""
        token, token_id = new_token(), new_token_id()
        device = family(user_agent)
        await self._store.tokens.add(identity_of(token), token_id, caller.identity, device)
        return token, token_id

    async def revoke(self, caller: Caller, token_id: str) -> bool:
        """Revoke one of somebody's tokens; false where they have no such token."""
        is_done = await self._store.tokens.revoke(caller.identity, token_id)
        self._forget(caller.identity)
        return is_done

    async def revoke_others(self, caller: Caller, kept: str) -> int:
        """Revoke all of somebody's tokens but this one; returns how many."""
        count = await self._store.tokens.revoke_others(caller.identity, identity_of(kept))
        self._forget(caller.identity)
        return count

    async def purge(self) -> None:
        """Again and again: delete tokens that nobody has used for a year."""
        while True:
            await asyncio.sleep(PURGE)
            try:
                count = await self._store.tokens.purge()
            except StoreError as error:
                _LOGGER.warning("expired tokens could not be deleted: %s", error)
            else:
                self._known.clear()
                _LOGGER.info("deleted %s", counted(count, "expired token", "expired tokens"))

    # What is remembered.

    def _keep(self, digest: str, caller: Caller) -> Caller:
        """Whoever asked last is forgotten last."""
        if self._store.is_shared:
            return caller
        self._known[digest] = caller
        self._known.move_to_end(digest)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return caller

    def _forget(self, identity: str) -> None:
        for digest in [digest for digest, one in self._known.items() if one.identity == identity]:
            del self._known[digest]


def _today() -> int:
    return int(time.time()) // SEEN_AGAIN


def token_in(headers: Mapping[str, str]) -> str | None:
    """The token that a request carries: a bearer's, among a socket's protocols, in a cookie."""
    kind, _, bearer = headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer" and bearer:
        return bearer.strip()
    for offered in offered_protocols(headers):
        if offered.startswith(TOKEN_PROTOCOL):
            return offered.removeprefix(TOKEN_PROTOCOL)
    cookies = cookies_in(headers)
    return cookies.get(SECURE_COOKIE) or cookies.get(COOKIE)


def cookies_in(headers: Mapping[str, str]) -> dict[str, str]:
    """The cookies that a request carries."""
    try:
        cookies = SimpleCookie(headers.get("Cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookies.items()}


def offered_protocols(headers: Mapping[str, str]) -> list[str]:
    """The protocols that a request for a socket offers to speak."""
    offered = headers.get("Sec-Websocket-Protocol", "")
    return [name.strip() for name in offered.split(",") if name.strip()]
