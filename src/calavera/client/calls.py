"""The HTTP calls of a server, as coroutines."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import aiohttp

from calavera.client.backoff import Backoff, Throttle
from calavera.client.errors import ConnectionLost, StrangeServer
from calavera.protocol.fields import CODE
from calavera.protocol.history import History
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings, check_types
from calavera.protocol.shapes import HISTORY, LISTING, SETTINGS
from calavera.protocol.summary import Listing
from calavera.record.codec.errors import CodecError

TIMEOUT: Final = aiohttp.ClientTimeout(total=30, sock_connect=10)
HEARTBEAT: Final = 20.0
"""Seconds after which the client asks whether the server is still there."""


FIRST_PATIENCE: Final = 20.0
"""Seconds for a server that never answered: its address may be wrong."""


class BotLine(NamedTuple):
    """A bot of the server."""

    name: str
    """By which a host seats it."""
    nickname: str
    """The name of the character."""
    temper: str
    """How it plays."""
    strength: str
    """How hard it is to beat."""


class Calls:
    """What one program asks a server, under its token."""

    def __init__(
        self, server: str, patience: float, report: Callable[[str], None] = lambda _: None
    ) -> None:
        self.server = server
        self.token: str | None = None
        self.throttle = Throttle()
        """One for all tables: a server counts what one person sends."""
        self._patience = patience
        self._report = report
        self._has_answered = False
        self._announced = 0
        self._sessions: dict[bool, aiohttp.ClientSession] = {}

    def announced(self, text: str, at: int) -> None:
        """Report a message of the server's administrator, once."""
        if at != self._announced:
            self._announced = at
            plain = "".join([letter if letter.isprintable() else " " for letter in text])
            self._report(f"the administrator of {self.server} says: {plain}")

    def _open(self, *, fresh: bool = False) -> aiohttp.ClientSession:
        """Connections for calls are used again; each socket has a fresh one."""
        if fresh not in self._sessions:
            # Who we are is said by the token alone, never by a cookie.
            self._sessions[fresh] = aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(),
                connector=aiohttp.TCPConnector(force_close=fresh),
                timeout=TIMEOUT,
            )
        return self._sessions[fresh]

    async def close(self) -> None:
        for session in self._sessions.values():
            await session.close()
        self._sessions = {}

    # Who we are.

    async def new_identity(self) -> str:
        """Get a token, and return our name."""
        answer = await self._json("POST", "/api/identities")
        self.token = _text(answer, "token")
        return _text(answer, "name")

    async def me(self) -> str:
        """Our name; raises Refused where the server does not know the token."""
        return _text(await self._json("GET", "/api/me"), "name")

    async def rename(self, name: str) -> str:
        """Take another name, and return it as it is written."""
        return _text(await self._json("PUT", "/api/me", {"name": name}), "name")

    # Tables.

    async def bots(self) -> tuple[BotLine, ...]:
        """The server's bots, weakest first."""
        lines = await self._json("GET", "/api/bots")
        try:
            return tuple(
                [BotLine(*[_text(line, key) for key in BotLine._fields]) for line in lines]
            )
        except TypeError:
            raise _strange(lines) from None

    async def lobby(self) -> tuple[Listing, ...]:
        """Public tables."""
        answer = await self._json("GET", "/api/tables")
        try:
            return tuple([LISTING.decode(line) for line in answer["tables"]])
        except (CodecError, KeyError, TypeError):
            raise _strange(answer) from None

    async def create(self, settings: Settings, bots: Sequence[str]) -> str:
        """Make a table, and return its code; raises TypeError for wrong settings."""
        check_types(settings)
        body = {"settings": json.loads(SETTINGS.write(settings)), "bots": [*bots]}
        return _text(await self._json("POST", "/api/tables", body), "code")

    async def summary(self, code: str) -> Listing:
        """One table's line of the lobby."""
        answer = await self._json("GET", f"/api/tables/{_checked(code)}")
        try:
            return LISTING.decode(answer)
        except CodecError:
            raise _strange(answer) from None

    async def history(self, code: str) -> History:
        """The present game from its beginning, as we saw it."""
        answer = await self._json("GET", f"/api/tables/{_checked(code)}/game")
        try:
            return HISTORY.decode(answer)
        except CodecError as error:
            raise StrangeServer(f"in the history of a game: {error}") from None

    async def record(self, code: str, number: int) -> str:
        """A finished game as `.skull`, as far as we may know it."""
        return await self._text("GET", f"/api/tables/{_checked(code)}/games/{number:d}/record")

    async def socket(self, code: str, since: int | None) -> aiohttp.ClientWebSocketResponse:
        query = "" if since is None else f"?since={since}"
        return await self._open(fresh=True).ws_connect(
            f"{self.server}/api/tables/{_checked(code)}/socket{query}",
            headers=self._headers(),
            heartbeat=HEARTBEAT,
            max_msg_size=0,
        )

    # Asking.

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def _json(self, method: str, path: str, body: object = None) -> Any:
        text = await self._text(method, path, body)
        try:
            return json.loads(text)
        except ValueError:
            raise _strange(text) from None

    async def _text(self, method: str, path: str, body: object = None) -> str:
        """Ask until there is an answer; a table or a token made twice does no harm."""
        first = not self._has_answered
        patience = min(self._patience, FIRST_PATIENCE) if first else self._patience
        backoff = Backoff(patience)
        while True:
            try:
                return await self._ask(method, path, body)
            except aiohttp.InvalidURL:
                raise ConnectionLost(f"{self.server!r} is not the address of a server") from None
            except aiohttp.ClientSSLError as error:
                if self._has_answered:  # a proxy may be about to restart
                    await backoff.wait(error)
                    continue
                raise ConnectionLost(f"no TLS with {self.server}: {_tls_failure(error)}") from None
            except (aiohttp.ClientError, TimeoutError) as error:
                why = str(error) or type(error).__name__
                if first:
                    first = False
                    self._report(f"cannot reach {self.server}, trying for {patience:g} s: {why}")
                await backoff.wait(why)

    async def _ask(self, method: str, path: str, body: object) -> str:
        more: dict[str, Any] = {} if body is None else {"json": body}
        address = f"{self.server}{path}"
        async with self._open().request(method, address, headers=self._headers(), **more) as answer:
            text = await answer.text()
            self._has_answered = True
            if answer.status in (502, 504):  # a proxy whose server is away
                raise aiohttp.ClientConnectionError(f"{answer.status} from {self.server}")
            if answer.status >= 400:
                raise _refusal(answer.status, text)
            return text


def _tls_failure(error: aiohttp.ClientSSLError) -> str:
    """What is wrong with a server's TLS: to ask again would not help."""
    cause = getattr(error, "certificate_error", None) or error.os_error
    message = getattr(cause, "verify_message", "")
    if message:
        return f"its certificate is not trusted: {message}"
    if getattr(cause, "reason", "") in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"):
        return "it does not speak TLS; an address with http: may be right"
    return str(cause)


def _refusal(status: int, text: str) -> Exception:
    try:
        answer = json.loads(text)
        return Refused(Reason(answer["reason"]), str(answer["detail"]))
    except (ValueError, KeyError, TypeError):
        return StrangeServer(f"the server answers with status {status} and no reason")


def _checked(code: str) -> str:
    """A code that can stand in an address."""
    try:
        return CODE.decode(code.strip().upper())
    except CodecError:
        raise Refused(Reason.UNKNOWN_TABLE, "a code is 4 to 12 letters") from None


def _text(answer: Any, key: str) -> str:
    value = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(value, str):
        raise _strange(answer)
    return value


def _strange(answer: object) -> StrangeServer:
    return StrangeServer(f"the server answers {str(answer)[:80]!r}")
