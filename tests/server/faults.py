"""Kill the server repeatedly while people play, and check that nothing is lost.

`python -m tests.server.faults --kills 100`, or `make faults`. A real server process is killed with
SIGKILL at random moments and restarted on the same file and port. Every player records its
acknowledged commands and every message it received. At the end the stored histories are read: every
acknowledged command must be there exactly once, and each player must have received what the history
implies for that player.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from calavera.protocol.facts import GameBegan
from calavera.protocol.shapes import SEEN_FACT
from calavera.record.codec.json_text import read_json
from calavera.server.stores.opening import open_store
from calavera.table.live.recent_facts import MOST_MISSED
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.table import Table
from calavera.table.views.redact import seen
from calavera.table.views.scene import viewer_of
from tests.server.heirs import ends_with_us
from tests.server.ports import free_port
from tests.server.raw import Gone, Line, Message, Server, client

BREATH = 0.06
"""Seconds after each command: the server has its default limits, and disconnects floods."""

MOST_STARTS = 600
"""Attempts to connect until the server is back, a tenth of a second apart."""


class Told(Exception):
    """Something was lost, duplicated or wrong; the message says what."""


@dataclass
class Stretch:
    """One message to a player: the facts of the versions after one and up to another."""

    after: int
    to: int
    facts: list[Message]


@dataclass
class Player:
    """A player who makes random legal moves, and records what is acknowledged."""

    server: Server
    token: str
    code: str
    rng: random.Random
    is_host: bool
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    told: list[Stretch] = field(default_factory=list)
    pending: Message | None = None
    version: int | None = None
    member: int = 0
    place: int | None = None
    reconnects: int = -1
    is_stopping: bool = False
    count: int = 0
    line: Line | None = None

    async def play(self) -> None:
        """Play until stopped, with no command left unanswered."""
        while not (self.is_stopping and self.pending is None):
            try:
                await self._connect()
                await self._on_line()
            except (Gone, aiohttp.ClientError, OSError):
                await self.hang_up()

    async def hang_up(self) -> None:
        """Close the connection, if there is one."""
        if self.line is not None:
            await self.line.close()
            self.line = None

    async def _connect(self) -> None:
        if self.line is not None:
            return
        for _ in range(MOST_STARTS):
            try:
                line = await self.server.open(self.code, self.token, self.version)
                break
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(0.1)
        else:
            raise Told("the server did not come back")
        self.line = line
        self.reconnects += 1
        self._note(await line.next())
        if self.place is not None and line.you["place"] != self.place:
            raise Told(f"sat at {self.place}, came back to {line.you['place']}")
        if self.pending is not None:
            await line.socket.send_str(json.dumps(self.pending))

    def _note(self, message: Message) -> None:
        """Record a message."""
        match message["type"]:
            case "welcome":
                before = self.version
                if before is not None:
                    if message["version"] < before:
                        raise Told(f"version {before} is gone")
                    self.told.append(Stretch(before, message["version"], message["facts"]))
                self.version = message["version"]
                self.member = message["you"]["member"] or 0
            case "frame":
                if message["version"] != (self.version or 0) + 1:
                    raise Told(f"version {message['version']} after {self.version}")
                self.told.append(
                    Stretch(message["version"] - 1, message["version"], message["facts"])
                )
                self.version = message["version"]
                self._answered(message["done"], message["version"])
            case "done":
                self._answered(message["id"], message["version"])
            case "refused":
                if self.pending is None or message["id"] != self.pending["id"]:
                    raise Told(f"an answer to nothing: {message}")
                self.refused[message["reason"]] += 1
                self.pending = None

    def _answered(self, command_id: str | None, version: int) -> None:
        if command_id is None:
            return
        known = self.acknowledged.setdefault(command_id, version)
        if known != version:
            raise Told(f"{command_id} was done at {known} and at {version}")
        if self.pending is not None and self.pending["id"] == command_id:
            self.pending = None

    async def _on_line(self) -> None:
        """Play until the connection is lost."""
        line = self.line
        assert line is not None
        while not (self.is_stopping and self.pending is None):
            if line.you["member"]:
                self.member = line.you["member"]
            if line.you["place"] is not None:
                self.place = line.you["place"]
            if self.pending is None:
                await self._ask(line)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.15):
                    self._note(await line.next())

    async def _ask(self, line: Line) -> None:
        wish = self._wish(line)
        if wish is None or self.is_stopping:
            return
        self.count += 1
        self.pending = {"id": f"c{self.count}", **wish}
        await line.socket.send_str(json.dumps(self.pending))
        await asyncio.sleep(BREATH)

    def _wish(self, line: Line) -> Message | None:
        if line.you["place"] is None:
            return {"type": "sit", "place": None}
        moves = line.moves()
        if moves:
            seat, action = self.rng.choice(moves)
            return {"type": "act", **line.act(seat, action)}
        if line.room["phase"] == "gathering":
            if not line.room["places"][line.you["place"]]["ready"]:
                return {"type": "ready", "ready": True, "salt": ""}
            if line.you["host"] and all(place["ready"] for place in line.room["places"]):
                return {"type": "start"}
            return None
        if self.rng.random() < 0.05:
            return {"type": "say", "text": f"word {self.count}"}
        return None


class Process:
    """A server process that can be killed."""

    def __init__(self, folder: Path, module: str) -> None:
        self._module = module
        self.store = f"sqlite:///{folder / 'tables.db'}"
        self.log = (folder / "log.txt").open("wb")
        self.port = free_port()
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it serves the first page."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._module, "serve"),
            *("--port", str(self.port), "--store", self.store),
            stdout=self.log,
            stderr=self.log,
        )
        ends_with_us(self._process.pid)
        for _ in range(MOST_STARTS):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if self._process.returncode is not None:
                    raise Told("the server did not start") from None
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
        raise Told("the server did not start")

    async def end(self, sign: signal.Signals) -> int:
        """Stop it by a signal."""
        if self._process is None or self._process.returncode is not None:
            return 0
        self._process.send_signal(sign)
        return await self._process.wait()

    async def close(self) -> None:
        """Stop it and remove its files."""
        await self.end(signal.SIGKILL)
        self.log.close()


@dataclass(frozen=True)
class Summary:
    """The result of a run."""

    kills: int
    entries: int
    acknowledged: int
    reconnects: int
    stretches: int
    refused: dict[str, int]


@dataclass(frozen=True)
class Ordeal:
    """The parameters of a run."""

    kills: int
    seed: int
    tables: int = 4
    module: str = "calavera"


async def faults(
    ordeal: Ordeal, folder: Path, tell: Callable[[str], None] | None = None
) -> Summary:
    """Kill a server repeatedly; raises Told if a check fails."""
    kills, rng = ordeal.kills, random.Random(ordeal.seed)
    process = Process(folder, ordeal.module)
    try:
        await process.start()
        async with client(process.port) as server:
            players = await seated_players(server, ordeal.tables, rng)
            tasks = [asyncio.ensure_future(player.play()) for player in players]
            try:
                for kill in range(1, kills + 1):
                    await asyncio.sleep(rng.uniform(0.05, 1.2))
                    fail_early(tasks)
                    await process.end(signal.SIGKILL)
                    await process.start()
                    if tell is not None and kill % 10 == 0:
                        tell(f"{kill} kills, {sum(len(one.acknowledged) for one in players)} moves")
                await asyncio.sleep(1.0)
                for player in players:
                    player.is_stopping = True
                async with asyncio.timeout(60):
                    await asyncio.gather(*tasks)
                await all_are_back(server, players)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for player in players:
                    await player.hang_up()
        await process.end(signal.SIGTERM)
        return await judge(process.store, players, kills)
    finally:
        await process.close()


def fail_early(tasks: Sequence["asyncio.Task[None]"]) -> None:
    """Raise the error of a player."""
    for task in tasks:
        if task.done():
            task.result()


async def seated_players(server: Server, tables: int, rng: random.Random) -> list[Player]:
    players = []
    for number in range(tables):
        size = 2 + number % 3
        tokens = [await server.newcomer(f"T{number} P{place}") for place in range(size)]
        code = await server.table(tokens[0], players=size, showing=0)
        for place, token in enumerate(tokens):
            own = random.Random(rng.random())
            players.append(Player(server, token, code, own, place == 0))
    return players


async def all_are_back(server: Server, players: Sequence[Player]) -> None:
    """Check that everybody still has their seat, and no bot sits there."""
    for player in players:
        line = await server.line(player.code, player.token)
        if line.you["member"] != player.member or line.you["place"] != player.place:
            raise Told(f"member {player.member} came back as {line.you}")
        await line.close()


async def judge(address: str, players: Sequence[Player], kills: int) -> Summary:
    """Compare what players received with what is stored; raises Told."""
    store = await open_store(address, create=False)
    entries = stretches = 0
    try:
        for code in {player.code for player in players}:
            bodies = await store.entries(code)
            history = [ENTRY.decode(read_json(body)) for body in bodies]
            if await store.entries(code, len(history)):  # after the known versions
                raise Told(f"{code}: versions have gaps")
            entries += len(history)
            _check_ids(code, history)
            for player in players:
                if player.code == code:
                    stretches += _check_player(player, history)
    finally:
        await store.close()
    refused: Counter[str] = Counter()
    for player in players:
        refused += player.refused
    acknowledged = sum(len(player.acknowledged) for player in players)
    reconnects = sum(player.reconnects for player in players)
    return Summary(kills, entries, acknowledged, reconnects, stretches, dict(refused))


def _check_ids(code: str, history: list[Entry]) -> None:
    ids = Counter((entry.by, entry.id) for entry in history if entry.id is not None)
    doubled = [one for one, count in ids.items() if count > 1]
    if doubled:
        raise Told(f"{code}: played more than once: {doubled}")


def _check_player(player: Player, history: list[Entry]) -> int:
    """Everything acknowledged is stored; everything sent follows from the history."""
    stored = {
        entry.id: version
        for version, entry in enumerate(history, start=1)
        if entry.by == player.member and entry.id is not None
    }
    for command_id, version in player.acknowledged.items():
        if stored.get(command_id) != version:
            raise Told(f"{player.code}: {command_id} of {player.member} is lost")
    tables = [Table()]
    for entry in history:
        tables.append(after_entry(tables[-1], entry))
    begun = [
        version
        for version, entry in enumerate(history, start=1)
        if any(isinstance(fact, GameBegan) for fact in entry.facts)
    ]
    for stretch in player.told:
        oldest = max(
            1, stretch.to - MOST_MISSED + 1, *begun[: bisect_right(begun, stretch.to)][-1:]
        )
        too_old = stretch.after < oldest - 1  # a player who reconnects later checks the rest
        if stretch.facts != ([] if too_old else _expected(player, history, tables, stretch)):
            raise Told(f"{player.code}: {player.member} was told otherwise at {stretch.to}")
    return len(player.told)


def _expected(
    player: Player, history: list[Entry], tables: list[Table], stretch: Stretch
) -> list[Message]:
    table = tables[stretch.to]
    members = [member for member in table.members if member.number == player.member]
    viewer = viewer_of(table, members[0] if members else None)
    facts = [fact for entry in history[stretch.after : stretch.to] for fact in entry.facts]
    told = [seen(fact, viewer, frozenset(), len(table.chairs)) for fact in facts]
    return [json.loads(SEEN_FACT.write(fact)) for fact in told if fact is not None]


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--tables", type=int, default=4)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:

        def tell(line: str) -> None:
            print(line, flush=True)

        try:
            ordeal = Ordeal(options.kills, seed, options.tables)
            came = asyncio.run(faults(ordeal, Path(folder), tell))
        except Told as error:
            print(f"FAILED: {error}")
            print((Path(folder) / "log.txt").read_text()[-2000:])
            return 1
    print(
        f"{came.kills} kills, {came.reconnects} reconnects, {came.entries} entries:"
        f" {came.acknowledged} acknowledged commands, 0 lost, 0 doubled;"
        f" {came.stretches} messages as the histories tell them; refused: {came.refused}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
