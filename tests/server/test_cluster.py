"""Several servers on one store: one table for people connected to different servers."""

import asyncio
import contextlib
import functools
import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest

from calavera.record.codec.json_text import read_json
from calavera.server.cluster import leases
from calavera.server.cluster.single_server import ensure_single_server
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.server.stores.interface import Store, StoreError
from calavera.server.stores.opening import open_store
from calavera.table.live.automation import AT_ONCE, Pace
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Conflict
from calavera.table.logic.entry import ENTRY, Entry
from tests.server.backends import Postgres, Redis, needs_both, postgres, redis
from tests.server.linear import check_history
from tests.server.ports import free_port
from tests.server.raw import (
    NEVER,
    PATIENCE,
    Line,
    Server,
    client,
    config,
    level,
    run,
    running_server,
)
from tests.server.test_operations import samples

pytestmark = needs_both


@contextlib.asynccontextmanager
async def servers(
    count: int, pace: Pace = NEVER, bus: str | None = None
) -> AsyncIterator[tuple[str, list[Server]]]:
    """Servers on a new store, and its address."""
    store = await asyncio.to_thread(postgres().new_database)
    bus = bus or redis().address
    async with contextlib.AsyncExitStack() as kept:
        opened = [
            await kept.enter_async_context(running_server(config(store, bus=bus, pace=pace)))
            for _ in range(count)
        ]
        yield store, opened


async def spread(among: list[Server], players: int, **settings: Any) -> list[Line]:
    """People at one table, each at another server, with a running game; all have read the same."""
    tokens = [
        await among[number % len(among)].newcomer(f"Player {number}") for number in range(players)
    ]
    code = await among[0].table(tokens[0], players=players, **settings)
    lines = [
        await among[(number + 1) % len(among)].line(code, token)
        for number, token in enumerate(tokens)
    ]
    for line in lines:
        assert (await line.ask("sit", place=None))["type"] == "frame"
        assert (await line.ask("ready", ready=True, salt="00"))["type"] == "frame"
    begun = await lines[0].ask("start")
    await level(lines, begun["version"])
    return lines


async def stored(address: str, code: str) -> list[Entry]:
    store = await open_store(address)
    try:
        return [ENTRY.decode(read_json(body)) for body in await store.entries(code)]
    finally:
        await store.close()


async def until(condition: Callable[[], bool], lines: list[Line] | None = None) -> None:
    """Read until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            for line in lines or ():
                await drain(line)
            await asyncio.sleep(0.02)


async def drain(line: Line) -> None:
    """Read what is there."""
    with contextlib.suppress(TimeoutError):
        while True:
            async with asyncio.timeout(0.02):
                await line.next()


async def play_out(lines: list[Line], rng: random.Random, most: int = 400) -> None:
    """Everybody plays at random until the game is over."""
    for _ in range(most):
        await level(lines, max(line.version for line in lines))
        if lines[0].room["phase"] != "playing":
            return
        line = rng.choice([one for one in lines if one.moves()])
        answer = await line.ask("act", **line.act(*rng.choice(line.moves())))
        assert answer["type"] == "frame", answer
        await level(lines, answer["version"])
    raise AssertionError("the game does not end")


def with_servers(count: int, **options: Any) -> Callable[[Callable[..., Any]], Callable[[], None]]:
    def decorate(
        test: Callable[[str, list[Server]], Coroutine[Any, Any, None]],
    ) -> Callable[[], None]:
        @functools.wraps(test)
        def whole() -> None:
            async def inner() -> None:
                async with servers(count, **options) as (store, among):
                    await test(store, among)

            run(inner())

        del whole.__wrapped__  # pytest would ask for its arguments
        return whole

    return decorate


@with_servers(3)
async def test_a_game_whose_players_are_at_different_servers(
    store: str, among: list[Server]
) -> None:
    lines = await spread(among, 3, showing=0)
    code = lines[0].room["code"]
    await play_out(lines, random.Random(3))
    assert lines[0].room["phase"] == "gathering"
    history = await stored(store, code)
    assert len(history) == lines[0].version
    check_history(history)
    for server in among:
        answer = await server.call("GET", f"/api/tables/{code}/games/1/record")
        assert answer.status == 200


@with_servers(2)
async def test_presence_is_known_everywhere(store: str, among: list[Server]) -> None:
    lines = await spread(among, 3)
    await until(lambda: all(sorted(line.here) == [1, 2, 3] for line in lines), lines)
    code = lines[0].room["code"]
    for server in among:
        assert (await server.call("GET", f"/api/tables/{code}")).json["here"] == 3
    await lines[1].close()
    await until(
        lambda: all(line.here == [1, 3] for line in (lines[0], lines[2])), [lines[0], lines[2]]
    )


@with_servers(2)
async def test_a_token_and_a_name_count_everywhere(store: str, among: list[Server]) -> None:
    token = await among[0].newcomer("Ana")
    code = await among[0].table(token, players=2)
    assert (await among[1].call("GET", "/api/me", token)).json == {"name": "Ana"}
    line = await among[1].line(code, token)
    await line.ask("sit", place=None)
    await among[0].call("PUT", "/api/me", token, json={"name": "Ana María"})
    await until(lambda: bool(line.room["members"][0]["name"] == "Ana María"), [line])
    again = await among[1].line(code, token)
    assert again.room["members"][0]["name"] == "Ana María"


@with_servers(2)
async def test_a_command_sent_again_to_another_server_is_played_once(
    store: str, among: list[Server]
) -> None:
    token = await among[0].newcomer("Ana")
    code = await among[0].table(token, players=2)
    one = await among[0].line(code, token)
    sat = await one.ask("sit", place=None, id="same")
    two = await among[1].line(code, token)
    assert await two.ask("sit", place=None, id="same") == {
        "type": "done", "id": "same", "version": sat["version"]
    }  # fmt: skip


@with_servers(2)
async def test_concurrent_requests_are_all_answered(store: str, among: list[Server]) -> None:
    """All servers are behind most of the time: each command is decided until it succeeds."""
    lines = await spread(among, 4)
    for line in lines:
        await drain(line)
    asked = [[await line.send("taunt", taunt="hmm") for _ in range(5)] for line in lines]
    for line, ids in zip(lines, asked, strict=True):
        for one in ids:
            answer = await line.answer(one)
            assert answer["type"] == "frame", answer
    history = await stored(store, lines[0].room["code"])
    check_history(history)
    told = [(entry.by, entry.id) for entry in history]
    assert len({*told}) == len(told)


@with_servers(2, bus="redis://127.0.0.1:1")
async def test_a_reconnect_to_another_server_misses_nothing(
    store: str, among: list[Server]
) -> None:
    """Even if that server has not yet received what the other one has sent."""
    tokens = [await server.newcomer() for server in among]
    code = await among[0].table(tokens[0], players=2)
    lines = [await server.line(code, token) for server, token in zip(among, tokens, strict=True)]
    for line in lines:
        await line.ask("sit", place=None)
    await lines[1].ask("ready", ready=True, salt="")
    await lines[0].ask("start")
    for _count in range(10):
        said = await lines[0].ask("taunt", taunt="hmm")
        other = await among[1].open(code, tokens[1], said["version"] - 1)
        welcome = await other.next()
        assert welcome["version"] >= said["version"]
        assert "taunted" in [fact["type"] for fact in welcome["facts"]]
        answer = await among[1].call("GET", f"/api/tables/{code}/game", tokens[1])
        assert answer.json["version"] >= said["version"]
        await other.close()


async def all_hear(among: list[Server]) -> None:
    """Wait until each server knows the presence at the others."""
    for server in among:
        await all_hear_of(server, among, await server.newcomer())


async def all_hear_of(one: Server, among: list[Server], token: str) -> None:
    """Wait until all servers have received one server's messages so far; they arrive in order."""
    line = await one.line(await one.table(token), token)
    await line.ask("sit", place=None)
    path = f"/api/tables/{line.room['code']}"
    async with asyncio.timeout(PATIENCE):
        for server in among:
            while (await server.call("GET", path)).json["here"] != 1:
                await asyncio.sleep(0.05)
    await line.close()


async def allowed(server: Server, method: str, path: str, most: int = 100) -> int:
    """How often a call is allowed before it hits the limit."""
    for count in range(most):
        if (await server.call(method, path)).status == 429:
            return count
    raise AssertionError("there is no limit")


async def counts(watcher: Server) -> dict[str, float]:
    """The metrics of a server, from its metrics port."""
    return samples((await watcher.call("GET", "/metrics")).body.decode())


async def until_well(port: int) -> dict[str, float]:
    """Wait until the server with that metrics port receives the bus; return its metrics."""
    async with client(port) as watcher, asyncio.timeout(PATIENCE):
        while not (counted := await counts(watcher))["calavera_bus_well"]:
            await asyncio.sleep(0.05)
    return counted


def test_limits_hold_for_all_servers_together() -> None:
    ports = [free_port(), free_port()]

    async def test() -> None:
        store = await asyncio.to_thread(postgres().new_database)
        rate = Rate(10, 1e-6)
        limits = UNLIMITED._replace(wrong_codes=rate, newcomers=rate)
        its = [
            config(store, bus=redis().address, limits=limits, metrics=("127.0.0.1", port))
            for port in ports
        ]
        async with (
            running_server(its[0]) as one,
            running_server(its[1]) as two,
            asyncio.timeout(4 * PATIENCE),
        ):
            for port in ports:
                await until_well(port)  # messages before a server subscribes are lost
            await all_hear([one, two])
            token = await one.newcomer()
            known = f"/api/tables/{await one.table(token)}"
            assert await allowed(one, "POST", "/api/identities") == 10 - 3, (
                "one came from the other server"
            )
            await all_hear_of(one, [two], token)
            assert await allowed(two, "POST", "/api/identities") == 0
            assert await allowed(one, "GET", "/api/tables/WRONGS") == 10
            while (await two.call("GET", known)).status != 429:  # then right ones are refused too
                await asyncio.sleep(0.05)

    run(test())


GRAMMAR = re.compile(
    r"[0-9a-f]{16}(\n(at [A-Z]{6} \d+|here [A-Z]{6} [\d,]*|name [0-9a-f]{64}"
    r"|spent [a-z_]+ [0-9a-f]{24}|device [0-9a-f]{64} [0-9a-f]{24}|revoked [0-9a-f]{64}"
    r"|hello|well))*"
)


def test_nothing_of_a_game_is_on_the_bus() -> None:
    """Codes, versions, member numbers, token hashes: no disc, no name, no talk."""
    client = pytest.importorskip("redis.asyncio").Redis.from_url(redis().address)

    async def test() -> None:
        heard: list[str] = []

        async def overhear() -> None:
            async with client.pubsub() as channel:
                await channel.psubscribe("*")
                async for message in channel.listen():
                    if message["type"] == "pmessage":
                        heard.append(message["data"].decode())

        spy = asyncio.ensure_future(overhear())
        try:
            async with servers(2) as (_, among):
                lines = await spread(among, 2, showing=0)
                await lines[0].ask("say", text="roses are red")
                await play_out(lines, random.Random(5))
        finally:
            spy.cancel()
            await asyncio.gather(spy, return_exceptions=True)
            await client.aclose()
        assert any("\nat " in one for one in heard)
        assert [one for one in heard if not GRAMMAR.fullmatch(one)] == []

    run(test())


def test_a_dead_bus_delays_and_loses_nothing() -> None:
    own = Redis()
    own.start()

    async def test() -> None:
        async with servers(2, bus=own.address) as (store, among):
            lines = await spread(among, 2, showing=0)
            await asyncio.to_thread(own.kill)
            await play_out(lines, random.Random(7))
            newcomer = await among[0].newcomer("Late")
            code = await among[0].table(newcomer, players=2)
            assert (await among[1].line(code, newcomer)).room["code"] == code
            check_history(await stored(store, lines[0].room["code"]))

    try:
        run(test())
    finally:
        own.kill()


def test_failures_of_the_bus_and_of_the_store_are_counted() -> None:
    cache, database, port = Redis(), Postgres(), free_port()

    async def test(store: str) -> None:
        own = config(store, bus=cache.address, metrics=("127.0.0.1", port))
        async with running_server(own), client(port) as watcher, asyncio.timeout(PATIENCE):
            before = await until_well(port)
            for part, end in (("bus", cache.kill), ("store", database.kill)):
                name = f"calavera_failures_total {part}"
                assert before[name] == 0
                await asyncio.to_thread(end)
                while (await counts(watcher))[name] < 2:
                    await asyncio.sleep(0.05)

    try:
        cache.start()
        database.start()
        address = database.new_database()
        run(test(address))
    finally:
        cache.kill()
        database.stop()


def test_a_game_goes_on_where_the_bus_was_never_there() -> None:
    async def test() -> None:
        async with servers(2, bus=Redis().address) as (store, among):
            lines = await spread(among, 2, showing=0)
            await play_out(lines, random.Random(8))
            check_history(await stored(store, lines[0].room["code"]))

    run(test())


async def bots_play(among: list[Server]) -> list[Line]:
    """A game of bots only, watched by its host from one server and a guest from another."""
    token, guest = await among[0].newcomer("Host"), await among[1].newcomer("Guest")
    code = await among[0].table(token, players=3, showing=0)
    lines = [await among[0].line(code, token), await among[1].line(code, guest)]
    for place in range(3):
        await lines[0].ask("bot", place=place, bot="cautious")
    begun = await lines[0].ask("start")
    await level(lines, begun["version"])
    return lines


@with_servers(2, pace=Pace(20, 20, 40))
async def test_another_server_runs_the_bots_when_their_server_stops(
    store: str, among: list[Server]
) -> None:
    lines = await bots_play(among)
    version = lines[1].version
    await lines[0].close()
    async with asyncio.timeout(PATIENCE):
        while lines[1].room["phase"] == "playing":
            await lines[1].next()
    assert lines[1].version > version
    check_history(await stored(store, lines[1].room["code"]))


def test_two_servers_that_both_run_a_table_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Correctness does not depend on the lease: here both servers believe they have it."""
    monkeypatch.setattr(leases.Leases, "holds", lambda self, code: True)
    conflicts: list[Exception] = []
    honest = LiveTable._stored

    def noted(self: LiveTable, error: Exception | None) -> None:
        if isinstance(error, Conflict):
            conflicts.append(error)
        honest(self, error)

    monkeypatch.setattr(LiveTable, "_stored", noted)

    async def test() -> None:
        async with servers(2, pace=AT_ONCE) as (store, among):
            for _ in range(20):  # in one game they might never write at the same moment
                await one_game(store, among)
                if conflicts:
                    break
            assert conflicts, "they never conflicted"

    async def one_game(store: str, among: list[Server]) -> None:
        lines = await bots_play(among)
        code = lines[0].room["code"]
        await until(lambda: bool(lines[0].room["number"] == 1), lines)
        async with asyncio.timeout(PATIENCE):
            while lines[1].room["phase"] == "playing":
                await lines[1].next()
        history = await stored(store, code)
        check_history(history)
        assert lines[1].version == len(history)
        for line in lines:
            await line.close()

    run(test())


def test_a_second_server_without_a_bus_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        store = await asyncio.to_thread(postgres().new_database)
        async with running_server(config(store)):
            with pytest.raises(StoreError, match="--bus"):
                async with running_server(config(store)):
                    pass

    caplog.set_level(logging.WARNING, "calavera.store")
    run(test())
    told = [record.message for record in caplog.records if record.name == "calavera.store"]
    assert sum("this one has no --bus and waits up to" in line for line in told) == 1


def test_of_two_servers_without_a_bus_that_start_at_one_moment_one_is_refused() -> None:
    async def test() -> None:
        address = await asyncio.to_thread(postgres().new_database)
        stores = [await open_store(address) for _ in range(2)]
        kept = []

        async def start(name: str, store: Store) -> None:
            await ensure_single_server(store, name)
            own = leases.Leases(store, name, lambda: [], lambda: None)
            kept.append(asyncio.ensure_future(own.keep()))

        starts = [start(str(number), store) for number, store in enumerate(stores)]
        came = await asyncio.gather(*starts, return_exceptions=True)
        for keeping in kept:
            keeping.cancel()
        await asyncio.gather(*kept, return_exceptions=True)
        for store in stores:
            await store.close()
        assert any(isinstance(one, StoreError) for one in came)

    run(test())


def test_a_server_without_a_bus_notices_one_that_has_come_with_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The presence there is unknown, so nobody counts as away."""

    async def test() -> None:
        store, port = await asyncio.to_thread(postgres().new_database), free_port()

        async def well(is_well: bool) -> None:
            async with asyncio.timeout(PATIENCE):
                while True:
                    answer = await watcher.call("GET", "/metrics")
                    if samples(answer.body.decode())["calavera_bus_well"] == is_well:
                        return
                    await asyncio.sleep(0.05)

        async with (
            running_server(config(store, metrics=("127.0.0.1", port))),
            client(port) as watcher,
        ):
            await well(True)
            async with running_server(config(store, bus=redis().address)):
                await well(False)
            await well(True)

    caplog.set_level(logging.INFO, "calavera.store")
    run(test())
    told = [record.message for record in caplog.records if record.name == "calavera.store"]
    assert [line.partition(" on this store")[0] for line in told] == [
        "another server runs",
        "no other server runs",
    ]
