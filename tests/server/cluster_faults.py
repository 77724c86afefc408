"""Break a cluster repeatedly while people play, and check that nothing is lost.

`python -m tests.server.cluster_faults --faults 60`, or `make cluster-faults`. Real servers, a real
PostgreSQL and a real Redis in separate processes, with a proxy on every link between them. The
players of each table are spread over all servers and reconnect to another one when they lose
theirs. At random moments a server, Redis or PostgreSQL is killed with SIGKILL and restarted, or a
link is cut, falls silent or becomes slow, sometimes for so long that people are sent to the other
servers. After each fault every table must resume within three seconds. At the end, besides the
checks of `faults`, everybody's commands and answers are compared with one sequential game per table
(`linear.py`).
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from calavera.record.codec.json_text import read_json
from calavera.server.cluster.isolation import CUT_OFF
from calavera.server.stores.opening import open_store
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY
from calavera.table.running.tokens import token_hash
from tests.server.backends import Postgres, Redis
from tests.server.faults import (
    MOST_STARTS,
    Player,
    Summary,
    Told,
    all_are_back,
    fail_early,
    judge,
)
from tests.server.heirs import ends_with_us
from tests.server.linear import Anomaly, Call, Look, check
from tests.server.ports import free_port
from tests.server.proxy import Proxy, Way
from tests.server.raw import Line, Message, Server, client

SENT_AWAY = "people are sent to other servers"
"""The log line of a server that disconnects its people."""

LONGEST = 60.0
"""Timeout in seconds for a table to resume."""

PROMISED = 3.0
"""Seconds within which every table resumes after a fault; checked only in the long form."""


@dataclass
class Wanderer(Player):
    """A player who reconnects to another server, and records all commands and messages."""

    servers: Sequence[Server] = ()
    name: str = ""
    calls: dict[str, Call] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)

    @property
    def caller(self) -> Caller:
        """Its identity at the table."""
        return Caller(token_hash(self.token), self.name)

    async def _connect(self) -> None:
        if self.line is not None:
            return
        for _ in range(MOST_STARTS):
            self.server = self.rng.choice(self.servers)
            asked = time.monotonic()
            try:
                line = await self.server.open(self.code, self.token, self.version)
                welcome = await line.next()
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(0.1)
                continue
            if welcome["type"] == "bye":  # the server cannot read the store now
                await line.close()
                await asyncio.sleep(0.1)
                continue
            break
        else:
            raise Told("no server came back")
        self.line = line
        self.reconnects += 1
        self._note(welcome)
        self.looks.append(Look(welcome["version"], time.monotonic(), asked))
        if self.place is not None and line.you["place"] != self.place:
            raise Told(f"sat at {self.place}, came back to {line.you['place']}")
        if self.pending is not None:
            await line.socket.send_str(json.dumps(self.pending))

    def _note(self, message: Message) -> None:
        super()._note(message)
        now = time.monotonic()
        if message["type"] == "frame":
            self.looks.append(Look(message["version"], now))
            self._answered_at(message["done"], now, version=message["version"])
        elif message["type"] == "done":
            self._answered_at(message["id"], now, version=message["version"])
        elif message["type"] == "refused":
            self._answered_at(message["id"], now, reason=message["reason"])

    def _answered_at(
        self, command: str | None, now: float, version: int | None = None, reason: str | None = None
    ) -> None:
        call = self.calls.get(command or "")
        if call is not None and call.answered is None:
            self.calls[call.command["id"]] = call._replace(
                answered=now, version=version, reason=reason
            )

    async def _ask(self, line: Line) -> None:
        before = self.count
        wish = self._wish(line)
        if wish is None or self.is_stopping:
            return
        self.count = before + 1
        self.pending = {"id": f"c{self.count}", **wish}
        self.calls[self.pending["id"]] = Call(self.caller, self.pending, time.monotonic())
        await line.socket.send_str(json.dumps(self.pending))


class Node:
    """A server process with its own links to the store and the bus."""

    def __init__(self, folder: Path, number: int, database: str, module: str) -> None:
        self.port = free_port()
        self._log = (folder / f"server-{number}.txt").open("wb")
        self._database = database
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    async def open_links(self, postgres: int, redis: int) -> None:
        """Create the links."""
        self.store, self.bus = Proxy(postgres), Proxy(redis)
        await self.store.start()
        await self.bus.start()

    async def start(self) -> None:
        """Start it and wait until it listens."""
        store = f"postgresql://calavera@127.0.0.1:{self.store.port}/{self._database}"
        for _ in range(20):
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module, str(self.port), store),
                f"redis://127.0.0.1:{self.bus.port}",
                stdout=self._log,
                stderr=self._log,
            )
            ends_with_us(self._process.pid)
            if await self._listens(self._process):
                return
        raise Told("a server does not start")

    async def _listens(self, process: asyncio.subprocess.Process) -> bool:
        """Whether it started; a server without a store exits, and is restarted."""
        while process.returncode is None:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return True
        return False

    async def end(self, sign: signal.Signals) -> None:
        """Stop it by a signal."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(sign)
            await self._process.wait()

    async def close(self) -> None:
        """Stop everything and remove its files."""
        await self.end(signal.SIGKILL)
        await self.store.stop()
        await self.bus.stop()
        self._log.close()


class Cluster:
    """PostgreSQL, Redis and some servers."""

    def __init__(self, folder: Path, servers: int, module: str) -> None:
        self.postgres, self.redis = Postgres(), Redis()
        self.postgres.start()
        self.redis.start()
        self.address = self.postgres.new_database()
        name = self.address.rpartition("/")[2]
        self.nodes = [Node(folder, number, name, module) for number in range(servers)]

    async def start(self) -> None:
        """Start the servers."""
        for node in self.nodes:
            await node.open_links(self.postgres.port, self.redis.port)
            await node.start()

    async def store_answers(self) -> None:
        """Wait until the store can be read again."""
        store = await open_store(self.address)
        await store.close()

    async def close(self) -> None:
        """Stop the servers."""
        for node in self.nodes:
            await node.close()

    def stop_backends(self) -> None:
        """Stop PostgreSQL and Redis."""
        self.redis.kill()
        self.postgres.stop()

    # Faults; each returns when it is over.

    async def kill_server(self, rng: random.Random) -> str:
        """Kill a server and restart it."""
        number = rng.randrange(len(self.nodes))
        await self.nodes[number].end(signal.SIGKILL)
        await asyncio.sleep(rng.uniform(0, 1))
        await self.nodes[number].start()
        return f"server {number} killed"

    async def kill_redis(self, rng: random.Random) -> str:
        """Kill Redis and restart it empty."""
        await asyncio.to_thread(self.redis.kill)
        await asyncio.sleep(rng.uniform(0, 2))
        await asyncio.to_thread(self.redis.start)
        return "Redis killed"

    async def kill_postgres(self, rng: random.Random) -> str:
        """Kill PostgreSQL and let it recover."""
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.sleep(rng.uniform(0, 1))
        await asyncio.to_thread(self.postgres.start)
        for _ in range(MOST_STARTS):
            with contextlib.suppress(Exception):
                await self.store_answers()
                return "PostgreSQL killed"
            await asyncio.sleep(0.05)
        raise Told("PostgreSQL did not come back")

    async def break_link(self, rng: random.Random) -> str:
        """Cut, silence or slow down a link to the store or to the bus."""
        number = rng.randrange(len(self.nodes))
        what = rng.choice(["store", "bus"])
        way = rng.choice([Way.CUT, Way.SILENT, Way.SLOW])
        link: Proxy = getattr(self.nodes[number], what)
        with link.being(way):
            await asyncio.sleep(rng.uniform(0.3, 2.5))
        return f"{what} of server {number} {way.value}"

    async def cut_off(self, rng: random.Random) -> str:
        """Break a link for so long that its server sends its people to the others."""
        number = rng.randrange(len(self.nodes))
        what = rng.choice(["store", "store", "bus"])
        way = rng.choice([Way.CUT, Way.SILENT])
        link: Proxy = getattr(self.nodes[number], what)
        with link.being(way):
            await asyncio.sleep(rng.uniform(CUT_OFF + 1, CUT_OFF + 3))
        return f"{what} of server {number} {way.value} for long"


@dataclass(frozen=True)
class Trial:
    """The parameters of a run."""

    faults: int
    seed: int
    servers: int = 3
    tables: int = 5
    module: str = "tests.server.quick"
    is_long: bool = False
    """Whether some links are broken until people are sent to other servers."""


@dataclass(frozen=True)
class Verdict:
    """The result of a run."""

    summary: Summary
    recoveries: tuple[tuple[str, float], ...]
    calls: int
    looks: int

    @property
    def slowest(self) -> tuple[str, float]:
        """The fault with the longest recovery."""
        return max(self.recoveries, key=lambda one: one[1], default=("none", 0.0))


async def trial(
    asked: Trial, folder: Path, cluster: Cluster, tell: Callable[[str], None] = lambda line: None
) -> Verdict:
    """Break a cluster repeatedly; raises Told or Anomaly if a check fails."""
    rng = random.Random(asked.seed)
    recoveries: list[tuple[str, float]] = []
    try:
        await cluster.start()
        async with _clients(cluster) as servers:
            players = await _players(servers, asked.tables, rng)
            tasks = [asyncio.ensure_future(player.play()) for player in players]
            try:
                await _gone_on(players, tasks)
                kinds = [
                    cluster.kill_server,
                    cluster.break_link,
                    cluster.kill_postgres,
                    cluster.break_link,
                    cluster.kill_redis,
                    cluster.cut_off if asked.is_long else cluster.break_link,
                ]
                for number in range(asked.faults):
                    await asyncio.sleep(rng.uniform(0.1, 1.0))
                    what = await kinds[number % len(kinds)](rng)
                    recoveries.append((what, await _gone_on(players, tasks)))
                    tell(f"{what}: every table went on after {recoveries[-1][1]:.2f} s")
                for player in players:
                    player.is_stopping = True
                async with asyncio.timeout(LONGEST):
                    await asyncio.gather(*tasks)
                await _is_ready(servers[0])
                await all_are_back(servers[0], players)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for player in players:
                    await player.hang_up()
        for node in cluster.nodes:
            await node.end(signal.SIGTERM)
        return await _verdict(cluster, players, recoveries)
    finally:
        await cluster.close()


@contextlib.asynccontextmanager
async def _clients(cluster: Cluster) -> AsyncIterator[list[Server]]:
    async with contextlib.AsyncExitStack() as kept:
        yield [await kept.enter_async_context(client(node.port)) for node in cluster.nodes]


async def _players(servers: Sequence[Server], tables: int, rng: random.Random) -> list[Wanderer]:
    """People at tables, some with a bot, each connected to any server."""
    players = []
    for number in range(tables):
        size, bots = 2 + number % 3, number % 2
        names = [f"T{number} P{place}" for place in range(size)]
        tokens = [await rng.choice(servers).newcomer(name) for name in names]
        body = {"settings": {"players": size + bots, "showing": 0}, "bots": ["cautious"] * bots}
        made = await rng.choice(servers).call("POST", "/api/tables", tokens[0], json=body)
        for place, token in enumerate(tokens):
            own = random.Random(rng.random())
            player = Wanderer(servers[0], token, made.json["code"], own, place == 0)
            player.servers, player.name = servers, names[place]
            players.append(player)
    return players


async def _is_ready(server: Server) -> None:
    """Wait until a server accepts people: one that was cut off says so with its next heartbeat."""
    async with asyncio.timeout(LONGEST):
        while (await server.call("GET", "/readyz")).status != 200:
            await asyncio.sleep(0.05)


async def _gone_on(players: Sequence[Wanderer], tasks: "Sequence[asyncio.Task[None]]") -> float:
    """Wait until each table has sent something new; return the seconds it took."""
    began = time.monotonic()
    seen: dict[str, int] = {}
    for player in players:
        seen[player.code] = max(seen.get(player.code, 0), player.version or 0)
    waiting = set(seen)
    while waiting:
        fail_early(tasks)
        if time.monotonic() - began > LONGEST:
            raise Told(f"{len(waiting)} tables do not go on")
        await asyncio.sleep(0.01)
        waiting -= {player.code for player in players if (player.version or 0) > seen[player.code]}
    return time.monotonic() - began


async def _verdict(
    cluster: Cluster, players: Sequence[Wanderer], recoveries: list[tuple[str, float]]
) -> Verdict:
    summary = await judge(cluster.address, players, len(recoveries))
    store = await open_store(cluster.address)
    calls = looks = 0
    try:
        for code in {player.code for player in players}:
            there = [player for player in players if player.code == code]
            history = [ENTRY.decode(read_json(body)) for body in await store.entries(code)]
            own_calls = [call for player in there for call in player.calls.values()]
            own_looks = [look for player in there for look in player.looks]
            check(history, own_calls, own_looks)
            calls, looks = calls + len(own_calls), looks + len(own_looks)
    finally:
        await store.close()
    return Verdict(summary, tuple(recoveries), calls, looks)


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.cluster_faults", description=__doc__
    )
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=5)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    asked = Trial(options.faults, seed, options.servers, options.tables, is_long=True)
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder), asked.servers, asked.module)
        try:
            came = asyncio.run(
                trial(asked, Path(folder), cluster, lambda line: print(line, flush=True))
            )
        except (Told, Anomaly) as error:
            print(f"FAILED: {error}")
            for log in sorted(Path(folder).glob("*.txt")):
                print(f"--- {log.name}\n{log.read_text()[-2000:]}")
            return 1
        finally:
            cluster.stop_backends()
        away = sum(log.read_text().count(SENT_AWAY) for log in Path(folder).glob("*.txt"))
    told = came.summary
    print(
        f"{told.kills} faults, {told.reconnects} reconnects, {told.entries} entries:"
        f" {told.acknowledged} acknowledged commands, 0 lost, 0 doubled;"
        f" {told.stretches} messages as the histories tell them;"
        f" {came.calls} calls and {came.looks} looks as of one sequential game for each table;"
        f" refused: {told.refused}; people were sent away {away} times;"
        f" slowest: {came.slowest[0]}, {came.slowest[1]:.2f} s"
    )
    late = [one for one in came.recoveries if one[1] > PROMISED]
    for what, seconds in late:
        print(f"FAILED: {what}: every table went on after {seconds:.2f} s, not {PROMISED:g}")
    expected = any(what.startswith("store") and "long" in what for what, _ in came.recoveries)
    if expected and not away:
        print("FAILED: a server was cut off from the store, and nobody was sent away")
    return 1 if late or (expected and not away) else 0


if __name__ == "__main__":
    sys.exit(main())
