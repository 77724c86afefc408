"""A page on a device: it sends what a page sends, and plays as a person who draws lots.

The same file runs in a browser's Python, where it has to play the same games.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calavera.local import Device, thinker
from calavera.local.device import Surroundings
from calavera.local.storage import FileStorage, Storage
from calavera.rules import Action
from calavera.table.live.automation import AT_ONCE
from calavera.table.live.ports import Thought

MORNING = 1_700_000_000_000
BOTS = ("cautious", "belief", "champion", "mirror", "easy-bold", "expert-trickster")
_PAGES = itertools.count()


class Dice:
    """Random bytes that depend on a seed."""

    def __init__(self, seed: int = 0) -> None:
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, count: int) -> bytes:
        return self._rng.randbytes(count)


def quick(dice: Callable[[int], bytes]) -> Surroundings:
    """Bots that answer at once; a clock that stands still."""
    return Surroundings(AT_ONCE, lambda: MORNING, dice)


class Socket:
    """A connection to a table, with what the page knows from it."""

    keeps = True
    """Whether all messages are kept."""

    def __init__(self, page: "Page", number: int) -> None:
        self._page = page
        self._number = number
        self.messages: list[dict[str, Any]] = []
        self.known: dict[str, Any] = {}
        self.version = 0
        self.is_closed = False
        self.news = asyncio.Event()
        self._commands = 0

    def send(self, **command: object) -> str:
        self._commands += 1
        name = f"p{self._page.number}-{self._number}-{self._commands}"
        text = json.dumps({**command, "id": name})
        self._page.tell(type="send", id=self._number, text=text)
        return name

    def close(self) -> None:
        self._page.tell(type="close", id=self._number)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        if self.keeps:
            self.messages.append(message)
        if message["type"] == "welcome":
            self.version = message["version"]
        elif message["type"] == "frame":
            assert message["version"] == self.version + 1
            self.version += 1
        if message["type"] in ("welcome", "frame"):
            for key in ("you", "room", "game"):
                if message.get(key) is not None:
                    self.known[key] = message[key]
        self.news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, looked at after every message."""
        while not condition():
            self.news.clear()
            await self.news.wait()

    @property
    def is_over(self) -> bool:
        game = self.known.get("game")
        return game is not None and game["view"]["board"]["outcome"] is not None

    def decision(self) -> tuple[str, dict[str, Any]] | None:
        """A decision that is asked for now, by its name."""
        game = self.known.get("game") or {"view": {"own": []}}
        for own in game["view"]["own"]:
            if own["legal"] and own["seat"] in game["view"]["board"]["turn"]:
                return f"{game['number']}{own['seat']}{own['decision']}", own
        return None


class Page:
    """One page of a device."""

    def __init__(self, storage: Storage, around: Surroundings) -> None:
        self.number = next(_PAGES)
        self.device = Device(storage, self._posted, around)
        self._count = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.sockets: dict[int, Socket] = {}
        self.news: list[str] = []

    def tell(self, **message: object) -> None:
        self.device.receive(json.dumps(message))

    def _posted(self, text: str) -> None:
        message = json.loads(text)
        number = message["id"]
        match message["type"]:
            case "answer":
                self._answers.pop(number).set_result(message)
            case "news":
                self.news.append(message["body"])
            case "message":
                self.sockets[number].hear(message["text"])
            case "closed":
                self.sockets[number].is_closed = True
                self.sockets[number].news.set()

    async def ask(
        self, method: str, address: str, body: str = "", token: str | None = None
    ) -> dict[str, Any]:
        """Make a call; returns the whole answer."""
        self._count += 1
        number = self._count
        self._answers[number] = asyncio.get_running_loop().create_future()
        answer = self._answers[number]
        sent = body.encode().decode("latin-1")
        self.tell(type="call", id=number, method=method, address=address, token=token, body=sent)
        answered = await answer
        if answered["kind"] != "application/zip":
            answered["body"] = answered["body"].encode("latin-1").decode()
        return answered

    async def call(
        self, method: str, address: str, body: object = None, token: str | None = None
    ) -> Any:
        """Make a call that succeeds; returns its JSON."""
        text = "" if body is None else json.dumps(body)
        answer = await self.ask(method, address, text, token)
        assert answer["status"] in (200, 201), answer
        return json.loads(answer["body"])

    def open(self, code: str, token: str | None = None, more: str = "") -> Socket:
        """Connect to a table."""
        self._count += 1
        socket = self.sockets[self._count] = Socket(self, self._count)
        address = f"/api/tables/{code}/socket{more}"
        self.tell(type="open", id=self._count, address=address, token=token)
        return socket

    async def begin(self, settings: dict[str, Any], bots: list[str]) -> tuple[str, Socket]:
        """Open a table and start a game."""
        code = (await self.call("POST", "/api/tables", {"settings": settings, "bots": bots}))[
            "code"
        ]
        socket = self.open(code)
        socket.send(type="sit", place=None)
        socket.send(type="ready", ready=True, salt="5eed")
        socket.send(type="start")
        await socket.until(lambda: socket.known.get("game") is not None)
        return code, socket


async def play(socket: Socket, seed: int) -> None:
    """Answer every decision until the game is over; a choice depends on seed and decision alone."""
    answered = ""

    def has_news() -> bool:
        found = socket.decision()
        return socket.is_over or (found is not None and found[0] != answered)

    while True:
        await socket.until(has_news)
        if socket.is_over:
            return
        found = socket.decision()
        assert found is not None
        answered, own = found
        act(socket, own, seed)


def act(socket: Socket, own: dict[str, Any], seed: int) -> None:
    """Answer one decision."""
    number = socket.known["game"]["number"]
    rng = random.Random(f"{seed} {number} {own['seat']} {own['decision']}")
    socket.send(
        type="act",
        game=number,
        seat=own["seat"],
        decision=own["decision"],
        action=rng.choice(own["legal"]),
    )


def settings_of(seed: int) -> tuple[dict[str, Any], list[str]]:
    """A table and its bots, different for each seed."""
    rng = random.Random(seed)
    players = rng.randrange(2, 7)
    settings = {
        "players": players,
        "tribes": 2 if players < 5 and rng.random() < 0.2 else 1,
        "placement": rng.choice(("simultaneous", "first-last")),
        "showing": 0,
    }
    return settings, [rng.choice(BOTS) for _ in range(players - 1)]


async def game(folder: Path, seed: int, bot: str = "") -> str:
    """One game from nothing to its record, against several bots or one kind of them."""
    dice = Dice(seed)
    storage = FileStorage(folder / f"device-{seed}")
    page = Page(storage, quick(dice))
    await page.device.start()
    settings, bots = settings_of(seed)
    code, socket = await page.begin(settings, [bot or one for one in bots])
    await play(socket, seed)
    text: str = (await page.ask("GET", f"/api/tables/{code}/games/1/record"))["body"]
    socket.close()
    storage.close()
    return text


async def games(folder: Path, first: int, count: int) -> str:
    """The records of several games, one after the other."""
    return "\n".join([await game(folder, seed) for seed in range(first, first + count)])


async def think_times(folder: Path, bot: str, first: int, count: int) -> list[float]:
    """Milliseconds of each move of a bot in some games that it plays against itself."""
    times = []
    module = vars(thinker)
    usual = module["choose"]

    def choose(thought: Thought) -> Action:
        began = time.perf_counter()
        action: Action = usual(thought)
        times.append((time.perf_counter() - began) * 1000)
        return action

    module["choose"] = choose
    for seed in range(first, first + count):
        await game(folder, seed, bot)
    module["choose"] = usual
    return times


async def first_table(folder: Path) -> None:
    """What somebody meets who plays at once, with a bot of every level."""
    storage = FileStorage(folder / "first")
    page = Page(storage, quick(Dice(1)))
    await page.device.start()
    await page.call("GET", "/api/me")
    await page.call("GET", "/api/bots")
    _, socket = await page.begin(
        {"players": 6}, ["cautious", "bold", "mirror", "belief", "champion"]
    )
    await socket.until(lambda: socket.decision() is not None)
    socket.close()
    storage.close()
