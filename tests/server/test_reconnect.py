"""Seats belong to identities: any device, any number of reconnects, nothing lost or duplicated."""

import contextlib
import random
from typing import Any

import pytest

from calavera.server.lifecycle import running
from calavera.table.live import automation
from calavera.table.live.automation import AT_ONCE
from tests.server.raw import (
    Line,
    Message,
    Server,
    client,
    config,
    frame,
    level,
    raw_connection,
    run,
    running_server,
    seated,
    upgrade,
)


async def one_move(lines: list[Line], rng: random.Random) -> Message:
    """Somebody plays any legal move; everybody has received it."""
    options = [(line, *move) for line in lines for move in line.moves()]
    line, seat, action = rng.choice(options)
    done = await line.ask("act", **line.act(seat, action))
    await level(lines, done["version"])
    return done


async def to_the_end(lines: list[Line], rng: random.Random) -> int:
    """Play until the game is over; return the number of moves."""
    for count in range(5000):
        if lines[0].room["phase"] != "playing":
            return count
        await one_move(lines, rng)
    raise AssertionError("a game without end")


async def tokens_and_lines(
    server: Server, players: int, **settings: Any
) -> tuple[list[str], list[Line]]:
    """The same as `seated`, with the tokens."""
    tokens = [await server.newcomer(f"P{number}") for number in range(players)]
    code = await server.table(tokens[0], players=players, **settings)
    lines = [await server.line(code, token) for token in tokens]
    for line in lines:
        await line.ask("sit", place=None)
        await line.ask("ready", ready=True, salt="")
    await level(lines, (await lines[0].ask("start"))["version"])
    return tokens, lines


def test_whole_games_are_played_and_another_follows() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 3, showing=0)
            rng = random.Random(1)
            for number in (1, 2):
                assert lines[0].room["number"] == number
                await to_the_end(lines, rng)
                assert lines[0].game["view"]["board"]["outcome"] is not None
                for line in lines:
                    await line.ask("ready", ready=True, salt="")
                await level(lines, (await lines[0].ask("start"))["version"])

    run(test())


def test_every_viewer_gets_every_version_once() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 2, showing=0)
            watcher = await server.line(lines[0].room["code"])
            first = watcher.version
            seen = []
            await to_the_end(lines, random.Random(2))
            while watcher.version < lines[0].version:
                message = await watcher.next()
                if message["type"] == "frame":
                    seen.append(message["version"])
            assert seen == list(range(first + 1, lines[0].version + 1))

    run(test())


def test_one_identity_on_two_devices_has_one_seat() -> None:
    async def test() -> None:
        async with running_server() as server:
            tokens, lines = await tokens_and_lines(server, 2, showing=0)
            code = lines[0].room["code"]
            second = await server.line(code, tokens[0])
            assert second.you == lines[0].you
            seat, action = second.moves()[0]
            done = await second.ask("act", **second.act(seat, action))
            await level([*lines, second], done["version"])
            assert second.game == lines[0].game
            other = await lines[0].ask("act", **{**lines[0].act(seat, action), "decision": 0})
            assert (other["type"], other["reason"]) == ("refused", "stale")
            await second.close()
            third = await server.line(code, tokens[0])  # everything has been sent by then
            assert third.here == [1, 2]
            said = await lines[1].ask("say", text="still there?")
            await level(lines, said["version"])
            assert (
                lines[0].here == lines[1].here == [1, 2]
            )  # a member with another device is still present

    run(test())


def test_since_tells_what_was_missed_and_nothing_twice() -> None:
    async def test() -> None:
        async with running_server() as server:
            tokens, lines = await tokens_and_lines(server, 2, showing=0)
            code, rng = lines[0].room["code"], random.Random(3)
            shadow = await server.line(code, tokens[1])
            told: list[Message] = []
            since = shadow.version
            for _ in range(12):
                for _ in range(3):
                    if lines[0].room["phase"] == "playing":
                        await one_move(lines, rng)
                while shadow.version < lines[1].version:
                    told += (await shadow.next()).get("facts", [])
                again = await server.open(code, tokens[1], since)
                welcome = await again.next()
                assert welcome["facts"] == told
                assert welcome["version"] == lines[1].version
                assert welcome["game"] == lines[1].game
                await again.close()
            for strange in ("0", "99999", "-1", "x", "9" * 40, "%ff", ""):
                odd = await server.http.ws_connect(
                    f"{server.base}/api/tables/{code}/socket?since={strange}"
                )
                assert (await Line(odd).next())["type"] == "welcome"
                await odd.close()

    run(test())


def test_a_resent_command_is_played_once_also_after_a_reconnect_and_a_restart(
    tmp_path: Any,
) -> None:
    its = config(f"sqlite:///{tmp_path}/tables.db")

    async def test() -> None:
        async with running_server(its) as server:
            tokens, lines = await tokens_and_lines(server, 2, showing=0)
            code = lines[0].room["code"]
            seat, action = lines[0].moves()[0]
            keys = lines[0].act(seat, action)
            first = await lines[0].ask("act", id="same", **keys)
            again = await lines[0].ask("act", id="same", **keys)
            assert again == {"type": "done", "id": "same", "version": first["version"]}
            await lines[0].close()
            back = await server.line(code, tokens[0])
            assert await back.ask("act", id="same", **keys) == again
            twice = [await back.send("say", id="hello", text="hello") for _ in range(2)]
            answers = [await back.answer(one) for one in twice]
            assert [one["type"] for one in answers] == ["frame", "done"]
            assert answers[0]["version"] == answers[1]["version"]
            theirs = await lines[1].ask("say", id="hello", text="mine")  # ids are per sender
            assert theirs["type"] == "frame"
        async with running_server(its) as server:
            back = await server.line(code, tokens[0])
            assert await back.ask("act", id="same", **keys) == again

    run(test())


def test_two_people_who_sit_down_at_once_with_the_same_id_both_sit() -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            lines = [await server.line(code, await server.newcomer()) for _ in range(3)]
            for line in lines:
                await line.send("sit", id="1", place=None)
            answers = [await line.answer("1") for line in lines]
            assert [answer["type"] for answer in answers] == ["frame"] * 3
            assert sorted(line.you["member"] for line in lines) == [2, 3, 4]
            assert sorted(line.you["place"] for line in lines) == [0, 1, 2]

    run(test())


def test_a_bot_takes_over_and_hands_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automation, "GRACE", 0)

    async def test() -> None:
        async with running_server(config(pace=AT_ONCE)) as server:
            tokens, lines = await tokens_and_lines(server, 2, showing=0)
            code = lines[0].room["code"]
            await lines[1].close()
            for _ in range(1000):
                message = await lines[0].next()
                if message["type"] == "frame" and lines[0].room["places"][1]["stand_in"]:
                    break
            back = await server.line(code, tokens[1])
            assert back.you["seats"] == ["b"]
            for _ in range(1000):
                if back.room["places"][1]["stand_in"] is None:
                    break
                await back.next()
            assert back.room["places"][1]["stand_in"] is None

    run(test())


def test_leave_and_back() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 2)
            left = await lines[1].ask("leave")
            assert left["room"]["places"][1]["stand_in"]
            back = await lines[1].ask("back")
            assert back["room"]["places"][1]["stand_in"] is None

    run(test())


def test_a_stopping_server_says_so() -> None:
    async def test() -> None:
        async with contextlib.AsyncExitStack() as stack:
            async with running(config()) as port:
                lines = await seated(await stack.enter_async_context(client(port)), 2)
            messages = await lines[0].bye()
        assert messages[-1] == {"type": "bye", "reason": "stopping"}

    run(test())


def test_nobody_may_watch_where_it_is_not_wanted() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 2, spectators=False)
            stranger = await server.open(lines[0].room["code"], await server.newcomer())
            assert await stranger.bye() == [{"type": "bye", "reason": "no-spectators"}]

    run(test())


def test_muted_members_are_not_heard_and_not_told() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 3)
            muted = await lines[0].ask("mute", member=2, muted=True)
            assert muted["you"]["muted"] == [2]
            said = await lines[1].ask("say", text="can you hear me?")
            await level(lines, said["version"])
            assert "can you hear me?" not in lines[0].raw[-1]
            assert "can you hear me?" in lines[2].raw[-1]
            assert 'muted":[2]' not in "".join(lines[1].raw + lines[2].raw)

    run(test())


def test_talk_is_limited() -> None:
    async def test() -> None:
        async with running_server() as server:
            (line, _) = await seated(server, 2)
            for text in ("", " ", "a" * 201, "\x00", "\ud800", 5, None):
                await line.send("say", id="x", text=text)
                answer = await line.next()
                assert (answer["type"], answer["reason"]) == ("refused", "bad-message")
            assert (await line.ask("say", text="a" * 200))["type"] == "frame"
            strange = await seated(server, 2, talk=False)
            refused = await strange[0].ask("say", text="hello")
            assert refused["reason"] == "talk-is-off"

    run(test())


@pytest.mark.parametrize("connection", ["Upgrade", "keep-alive, Upgrade", "upgrade"])
def test_every_browser_can_open_a_socket(connection: str) -> None:
    """Firefox sends `keep-alive, Upgrade`."""

    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            reader, writer = await raw_connection(server.port)
            writer.write(upgrade(f"/api/tables/{code}/socket", f"Connection: {connection}"))
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
            writer.write(frame(b"\x03\xe8", 0x88))
            writer.close()
            await writer.wait_closed()

    run(test())


@pytest.mark.parametrize(
    ("origin", "status"),
    [(None, 101), ("http://127.0.0.1", 101), ("http://evil.example", 403), ("null", 403)],
)
def test_other_pages_may_not_open_sockets(origin: str | None, status: int) -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            reader, writer = await raw_connection(server.port)
            headers = [f"Origin: {origin}"] if origin else []
            writer.write(upgrade(f"/api/tables/{code}/socket", *headers))
            assert (await reader.readline()).startswith(f"HTTP/1.1 {status}".encode())
            writer.close()
            await writer.wait_closed()

    run(test())
