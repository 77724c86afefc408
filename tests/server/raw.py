"""A minimal client for tests: one socket at one table, every byte it received."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Coroutine
from typing import Any, NamedTuple, TypeVar

import aiohttp

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import Pace
from tests.server.ways import WAY, way_to

PATIENCE = 30.0
"""Timeout of waits in seconds."""

NEVER = Pace(10**9, 10**9, 10**9)
"""A pace without automatic moves."""

Result = TypeVar("Result")
Message = dict[str, Any]


class Gone(Exception):
    """The socket was closed."""


def run(test: Coroutine[Any, Any, Result]) -> Result:
    """Run a test to its end."""
    return asyncio.run(test)


def config(store: str = "sqlite:///", **changes: Any) -> ServerConfig:
    """A server on any port, without limits and automatic moves."""
    usual: dict[str, Any] = {"port": 0, "store": store, "pace": NEVER, "limits": UNLIMITED}
    return ServerConfig(**{**usual, **changes})


class Answer(NamedTuple):
    """The answer to a call."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """Why it was refused."""
        reason: str = self.json["reason"]
        return reason


class Server:
    """A server as its clients see it."""

    def __init__(self, port: int, http: aiohttp.ClientSession) -> None:
        self.port = port
        self.http = http
        self.sessions = [http]
        self.base = f"http://127.0.0.1:{port}"

    async def call(self, method: str, path: str, token: str = "", **more: Any) -> Answer:
        """Make a call; `more` is for aiohttp."""
        headers = {**more.pop("headers", {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        async with self.http.request(method, self.base + path, headers=headers, **more) as answer:
            return Answer(answer.status, dict(answer.headers), await answer.read())

    async def newcomer(self, name: str = "") -> str:
        """A token for a new person."""
        token: str = (await self.call("POST", "/api/identities")).json["token"]
        if name:
            await self.call("PUT", "/api/me", token, json={"name": name})
        return token

    async def table(self, token: str, **settings: Any) -> str:
        """A new table's code."""
        bots = settings.pop("bots", [])
        body = {"settings": settings, "bots": bots}
        code: str = (await self.call("POST", "/api/tables", token, json=body)).json["code"]
        return code

    async def line(self, code: str, token: str = "", since: int | None = None) -> "Line":
        """A socket to a table, with its first message read."""
        line = await self.open(code, token, since)
        await line.next()
        return line

    async def open(self, code: str, token: str = "", since: int | None = None) -> "Line":
        """A socket to a table."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        query = "" if since is None else f"?since={since}"
        url = f"{self.base}/api/tables/{code}/socket{query}"
        http = self.http
        if WAY.get() == "reused":
            http = await self._after_a_call()
        return Line(await http.ws_connect(url, headers=headers, max_msg_size=0))

    async def _after_a_call(self) -> aiohttp.ClientSession:
        """A session with a single connection, already used for a call."""
        http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1))
        self.sessions.append(http)
        async with http.get(f"{self.base}/healthz") as answer:
            await answer.read()
        return http

    async def socket(self, path: str, *headers: str) -> "Raw":
        """A plain connection on which a socket was requested."""
        reader, writer = await raw_connection(self.port)
        if WAY.get() == "reused":
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await reader.readuntil(b"\r\n\r\nok\n")
        writer.write(upgrade(path, *headers))
        return reader, writer


Raw = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Line:
    """One socket at a table, and what its reader knows."""

    _ids = itertools.count(1)

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.version = 0
        self.you: Message = {}
        self.room: Message = {}
        self.game: Message = {}
        self.here: list[int] = []

    async def next(self) -> Message:
        """The next message; raises Gone."""
        async with asyncio.timeout(PATIENCE):
            got = await self.socket.receive()
        if got.type is not aiohttp.WSMsgType.TEXT:
            raise Gone
        self.raw.append(got.data)
        message: Message = json.loads(got.data)
        if message["type"] in ("welcome", "frame"):
            self.version = message["version"]
            for key in ("you", "room", "game"):
                if message[key] is not None:
                    setattr(self, key, message[key])
        self.here = message.get("here", self.here)
        return message

    async def send(self, kind: str, **keys: Any) -> str:
        """Send a command and return its id."""
        command_id: str = keys.pop("id", None) or f"c{next(self._ids)}"
        await self.socket.send_str(json.dumps({"type": kind, "id": command_id, **keys}))
        return command_id

    async def ask(self, kind: str, **keys: Any) -> Message:
        """Send a command and return its answer."""
        return await self.answer(await self.send(kind, **keys))

    async def answer(self, command_id: str | None) -> Message:
        """Read until a command is answered."""
        for _ in range(100_000):
            message = await self.next()
            if message["type"] == "frame" and message["done"] == command_id:
                return message
            if message["type"] in ("done", "refused") and message["id"] == command_id:
                return message
        raise AssertionError("no answer")

    async def until_version(self, version: int) -> None:
        """Read until that much is known."""
        while self.version < version:
            await self.next()

    async def bye(self) -> list[Message]:
        """Everything until the socket is closed."""
        messages = []
        with contextlib.suppress(Gone):
            while True:
                messages.append(await self.next())
        return messages

    async def close(self) -> None:
        """Close the connection."""
        await self.socket.close()

    def moves(self) -> list[tuple[str, Message]]:
        """The reader's legal seats and actions now, without shows."""
        if not self.game or self.room["phase"] != "playing":
            return []
        return [
            (own["seat"], action)
            for own in self.game["view"]["own"]
            for action in own["legal"]
            if action["type"] != "show"
        ]

    def act(self, seat: str, action: Message) -> Message:
        """The keys of an `act` command."""
        (own,) = [own for own in self.game["view"]["own"] if own["seat"] == seat]
        number = self.game["number"]
        return {"game": number, "seat": seat, "decision": own["decision"], "action": action}


@contextlib.asynccontextmanager
async def client(port: int) -> AsyncIterator[Server]:
    """A client of a local server, by the route that the test chose."""
    async with way_to(port) as door:
        server = Server(door, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        try:
            yield server
        finally:
            for session in server.sessions:
                await session.close()
            await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def running_server(its: ServerConfig | None = None) -> AsyncIterator[Server]:
    """A running server and a client."""
    async with running(its or config()) as port, client(port) as server:
        yield server


async def seated(server: Server, players: int = 2, **settings: Any) -> list[Line]:
    """People at a new table with a running game; all have read the same."""
    tokens = [await server.newcomer(f"Player {number}") for number in range(players)]
    code = await server.table(tokens[0], players=players, **settings)
    lines = [await server.line(code, token) for token in tokens]
    for line in lines:
        await line.ask("sit", place=None)
        await line.ask("ready", ready=True, salt="00")
    begun = await lines[0].ask("start")
    await level(lines, begun["version"])
    return lines


async def level(lines: list[Line], version: int) -> None:
    """Everybody reads until that version."""
    for line in lines:
        await line.until_version(version)


async def raw_connection(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A plain connection."""
    return await asyncio.open_connection("127.0.0.1", port)


def upgrade(path: str, *headers: str) -> bytes:
    """The head of a request for a socket."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *(
            headers
            if any("Connection" in one for one in headers)
            else ("Connection: Upgrade", *headers)
        ),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(payload: bytes, first: int = 0x81, mask: bytes = b"\1\2\3\4") -> bytes:
    """One WebSocket frame of a client; `first` is its first byte."""
    size = len(payload)
    if size < 126:
        head = bytes([first, 0x80 | size])
    elif size < 2**16:
        head = bytes([first, 0xFE]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, 0xFF]) + size.to_bytes(8, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return head + mask + masked
