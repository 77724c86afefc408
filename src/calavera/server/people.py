"""Who asks: from the token that a browser or a program sends."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from calavera.server.store import SEEN_AGAIN, Store, StoredIdentity
from calavera.server.tokens import identity_of, new_token
from calavera.table.decide import Asker
from calavera.table.reasons import Reason, Refused

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
    asker: Asker


class People:
    """Everybody who has a token; remembered only where no other server can give them a name."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Asker] = OrderedDict()
        self._day = _today()
        self.banned: frozenset[str] = frozenset()
        """Identities that may not use the server."""

    async def find(self, token: str | None) -> Asker | None:
        """Who has that token; raises Refused where they are banned."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        identity = identity_of(token)
        if identity in self.banned:
            raise Refused(Reason.REMOVED, "you may not use this server")
        self._forget_yesterday()
        known = self._known.get(identity)
        if known is None:
            stored = await self._store.find_identity(identity)
            if stored is None:
                return None
            known = Asker(*stored)
        return self._keep(known)

    def _forget_yesterday(self) -> None:
        """Ask the store for everybody once a day: it notes when people were last seen."""
        day = _today()
        if day != self._day:
            self._day = day
            self._known.clear()

    async def welcome(self, name: str | None = None) -> Newcomer:
        """Give somebody new a token."""
        token = new_token()
        asker = Asker(identity_of(token), name or f"Guest {secrets.randbelow(900) + 100}")
        await self._store.save_identity(StoredIdentity(*asker))
        return Newcomer(token, self._keep(asker))

    async def rename(self, asker: Asker, name: str) -> Asker:
        """Give somebody another name."""
        renamed = asker._replace(name=name)
        await self._store.save_identity(StoredIdentity(*renamed))
        return self._keep(renamed)

    def _keep(self, asker: Asker) -> Asker:
        """Whoever asked last is forgotten last."""
        if self._store.is_shared:
            return asker
        self._known[asker.identity] = asker
        self._known.move_to_end(asker.identity)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return asker


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
