"""Authentication: who owns the token that a browser or a program sends."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from calavera.console.wording import counted
from calavera.protocol.reasons import Reason, Refused
from calavera.server.stores.interface import SEEN_AGAIN, Store, StoredIdentity, StoreError
from calavera.server.tables.devices import family
from calavera.table.logic.caller import Caller
from calavera.table.running.tokens import new_token, new_token_id, token_hash

_LOGGER: Final = logging.getLogger("calavera.store")

PURGE: Final = 6 * 3600.0
"""Seconds between two purges of expired tokens."""

COOKIE: Final = "calavera"
SECURE_COOKIE: Final = "__Host-calavera"
"""Behind TLS: browsers accept it from this host alone, never from a sibling domain."""

MOST_KNOWN: Final = 20_000
LONGEST_TOKEN: Final = 100
PROTOCOL: Final = "calavera"
"""The WebSocket subprotocol, for browsers that have to name one."""

TOKEN_PROTOCOL: Final = "calavera.token."
"""The prefix of a token among the offered subprotocols: a browser can set no other header."""


class Newcomer(NamedTuple):
    """A new identity and its token."""

    token: str
    caller: Caller


class People:
    """The owners of tokens; cached only if no other server writes to the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Caller] = OrderedDict()
        """By the hash of the token."""
        self._day = _today()
        self.banned: frozenset[str] = frozenset()
        """Identities that may not use the server."""

    async def find(self, token: str | None, user_agent: str = "") -> Caller | None:
        """The owner of a token; raises Refused if they are banned."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        digest = token_hash(token)
        self._expire_cache()
        known = self._known.get(digest)
        if known is None:
            found = await self._store.tokens.find(digest, family(user_agent))
            if found is None:
                return None
            known = Caller(*found)
        if known.identity in self.banned:
            raise Refused(Reason.REMOVED, "you may not use this server")
        return self._keep(digest, known)

    def _expire_cache(self) -> None:
        """Clear the cache once a day, so that the store notes which tokens are used."""
        day = _today()
        if day != self._day:
            self._day = day
            self._known.clear()

    async def register(self, name: str | None = None, user_agent: str = "") -> Newcomer:
        token = new_token()
        digest = token_hash(token)
        caller = Caller(digest, name or f"Guest {secrets.randbelow(900) + 100}")
        await asyncio.gather(  # in one commit
            self._store.save_identity(StoredIdentity(*caller)),
            self._store.tokens.add(digest, new_token_id(), digest, family(user_agent)),
        )
        return Newcomer(token, self._keep(digest, caller))

    async def rename(self, caller: Caller, name: str) -> Caller:
        renamed = caller._replace(name=name)
        await self._store.save_identity(StoredIdentity(*renamed))
        self._forget(caller.identity)
        return renamed

    # Tokens.

    async def add_token(self, caller: Caller, user_agent: str = "") -> tuple[str, str]:
        """Create another token; returns it and its id."""
        token, token_id = new_token(), new_token_id()
        device = family(user_agent)
        await self._store.tokens.add(token_hash(token), token_id, caller.identity, device)
        return token, token_id

    async def revoke(self, caller: Caller, token_id: str) -> bool:
        """Revoke a token by its id; false if the caller has no such token."""
        is_done = await self._store.tokens.revoke(caller.identity, token_id)
        self._forget(caller.identity)
        return is_done

    async def revoke_others(self, caller: Caller, kept: str) -> int:
        """Revoke all tokens of the caller but one; returns how many."""
        count = await self._store.tokens.revoke_others(caller.identity, token_hash(kept))
        self._forget(caller.identity)
        return count

    async def purge(self) -> None:
        """Delete tokens that were not used for a year, until cancelled."""
        while True:
            await asyncio.sleep(PURGE)
            try:
                count = await self._store.tokens.purge()
            except StoreError as error:
                _LOGGER.warning("expired tokens could not be deleted: %s", error)
            else:
                self._known.clear()
                _LOGGER.info("deleted %s", counted(count, "expired token"))

    # The cache.

    def _keep(self, digest: str, caller: Caller) -> Caller:
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
    """The token in a request: in Authorization, among the subprotocols, or in a cookie."""
    kind, _, bearer = headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer" and bearer:
        return bearer.strip()
    for offered in offered_protocols(headers):
        if offered.startswith(TOKEN_PROTOCOL):
            return offered.removeprefix(TOKEN_PROTOCOL)
    cookies = cookies_in(headers)
    return cookies.get(SECURE_COOKIE) or cookies.get(COOKIE)


def cookies_in(headers: Mapping[str, str]) -> dict[str, str]:
    try:
        cookies = SimpleCookie(headers.get("Cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookies.items()}


def offered_protocols(headers: Mapping[str, str]) -> list[str]:
    offered = headers.get("Sec-Websocket-Protocol", "")
    return [name.strip() for name in offered.split(",") if name.strip()]
