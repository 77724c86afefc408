"""Hints of a real server, with the real bot."""

import asyncio
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from calavera.bots.hints import Adviser
from calavera.record import read_record
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.table.live.automation import AT_ONCE
from tests.server.faults import Process
from tests.server.raw import NEVER, Line, Message, Server, client, config, run, running_server


async def alone(server: Server, players: int = 3, **settings: Any) -> tuple[str, str, Line]:
    """A person at a new table of bots, with a running game: token, code, socket."""
    token = await server.newcomer("Ana")
    bots = ["cautious"] * (players - 1)
    code = await server.table(token, players=players, bots=bots, **settings)
    line = await server.line(code, token)
    await line.ask("sit", place=None)
    await line.ask("ready", ready=True, salt="00")
    await line.ask("start")
    return token, code, line


def question(line: Line) -> Message:
    own = line.game["view"]["own"][0]
    return {"game": line.game["number"], "seat": own["seat"], "decision": own["decision"]}


async def hint(line: Line) -> Message:
    """Ask for a hint, and read until it is there."""
    command_id = await line.send("hint", **question(line))
    while True:
        message = await line.next()
        if message["type"] in ("hint", "refused") and message["id"] == command_id:
            return message


async def play_out(line: Line) -> None:
    """Make the first legal move until the game is over."""
    while line.room["phase"] == "playing":
        moves = line.moves()
        if moves:
            await line.ask("act", **line.act(*moves[0]))
        else:
            await line.next()


def test_a_hint_is_given_and_the_record_says_so() -> None:
    async def test() -> None:
        async with running_server(config(pace=AT_ONCE)) as server:
            token, code, line = await alone(server)
            spectator = await server.line(code)
            given = await hint(line)
            assert given["hint"]["options"]
            assert given["hint"]["reasons"]
            assert (given["seat"], given["decision"]) == ("a", 0)
            assert (await hint(line))["hint"] == given["hint"]
            await play_out(line)
            await spectator.until_version(line.version)
            assert not any('"type":"hint"' in raw for raw in spectator.raw)
            assert sum('"type":"hinted"' in raw for raw in spectator.raw) == 1
            text = (await server.call("GET", f"/api/tables/{code}/games/1/record", token)).body
            assert dict(read_record(text.decode()).tags)["hints"] == "a 1"
            refused = await line.ask("hint", game=1, seat="a", decision=1)
            assert refused["reason"] == "wrong-phase"

    run(test())


def test_the_mark_survives_a_killed_server(tmp_path: Path) -> None:
    async def test() -> None:
        process = Process(tmp_path, "calavera")
        try:
            await process.start()
            async with client(process.port) as server:
                token, code, line = await alone(server, pace="fast")
                given = await hint(line)
                await process.end(signal.SIGKILL)
                await process.start()
                again = await server.line(code, token)
                assert again.game["hints"] == 1
                assert (await hint(again))["hint"] == given["hint"], (
                    "computed again from the history"
                )
                assert again.game["hints"] == 1
                await again.close()
        finally:
            await process.close()

    run(test())


def test_people_who_play_each_other_get_none() -> None:
    async def test() -> None:
        async with running_server() as server:
            token, code, line = await alone(server)
            other = await server.newcomer("Bo")
            watching = await server.line(code, other)
            assert (await watching.ask("hint", **question(line)))["reason"] == "not-at-table"
            screen = await server.http.ws_connect(
                f"{server.base}/api/tables/{code}/socket?watch=1",
                headers={"Authorization": f"Bearer {token}"},
            )
            watcher = Line(screen)
            await watcher.next()
            assert (await watcher.ask("hint", **question(line)))["reason"] == "not-at-table"
            shared = await server.table(token, players=3, bots=["cautious"])
            lines = [await server.line(shared, each) for each in (token, other)]
            for each in lines:
                await each.ask("sit", place=None)
                await each.ask("ready", ready=True, salt="00")
            await lines[0].ask("start")
            assert (await lines[0].ask("hint", **question(lines[0])))["reason"] == "no-hints"
            assert lines[0].game["hints"] == 0

    run(test())


def test_hints_have_a_rate_limit() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(hints=Rate(2, 0.001))
        async with running_server(config(limits=limits, pace=NEVER)) as server:
            _, _, line = await alone(server)
            answers = [await hint(line) for _ in range(3)]
            assert [answer["type"] for answer in answers] == ["hint", "hint", "refused"]
            assert answers[2]["reason"] == "too-fast"

    run(test())


def test_tables_play_on_while_a_hint_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that never ends holds up no bot, no move and no stop of the server."""

    async def test() -> None:
        started, release = asyncio.Event(), threading.Event()
        loop, real = asyncio.get_running_loop(), Adviser.hint

        def endless(self: Adviser, *values: Any) -> Any:
            loop.call_soon_threadsafe(started.set)
            release.wait(60)
            return real(self, *values)

        monkeypatch.setattr(Adviser, "hint", endless)
        try:
            async with running_server(config(pace=AT_ONCE)) as server:
                _, _, line = await alone(server)
                await line.send("hint", **question(line))
                await started.wait()
                await play_out(line)
                assert line.game["view"]["board"]["outcome"] is not None
        finally:
            release.set()

    run(test())
