"""docs/protocol.md is correct: its examples are valid, its transcript is reproduced."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from calavera.bots import Remark
from calavera.calls.replays import LONGEST_RECORD
from calavera.calls.status import STATUS
from calavera.protocol import fields
from calavera.protocol.commands import Taunt
from calavera.protocol.hints import HINT_REASON
from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import LONGEST_RESERVE, LONGEST_TURN, Settings
from calavera.protocol.shapes import (
    COMMAND,
    DICE,
    GAME,
    GAME_LINE,
    HISTORY,
    LISTING,
    ROOM,
    SEEN_FACT,
    SERVER_MESSAGE,
    SETTINGS,
    STATISTICS,
    YOU,
)
from calavera.protocol.summary import AttemptTally, BidTally, RivalTally, SizeTally
from calavera.protocol.tribes import Tribe
from calavera.record import record_game, write_record
from calavera.record.codec.annotations import object_of
from calavera.record.codec.kinds import Choice, Number
from calavera.record.codec.shapes import ACTION, SEEN_EVENT
from calavera.rules import Outcome
from calavera.rules.model.board import Attempt, Bidding
from calavera.rules.model.outcome import Ending
from calavera.rules.model.phases import Phase
from calavera.server.app import App, ServerConfig
from calavera.server.cluster.bus import LocalBus
from calavera.server.http.api import LONGEST_BODY, MOST_LISTED, Api
from calavera.server.limits.budgets import Limits
from calavera.server.net import connections as transport
from calavera.server.sockets import sessions
from calavera.server.sockets import websocket as sockets
from calavera.server.stores.opening import open_store
from calavera.server.stores.tokens import UNUSED
from calavera.table.live import automation, queue, recent_facts
from calavera.table.live import coordinator as live
from calavera.table.live.automation import Pace
from calavera.table.logic.table import IDLE
from calavera.table.running.tokens import CODE_LENGTH
from tests.client.hosting import LONG, Host
from tests.client.test_message_schema import validator
from tests.table.doubles import Harness as TableHarness

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [json.loads(body) for kind, body in FENCE.findall(PAGE) if kind == "json"]
(TRANSCRIPT,) = [body for kind, body in FENCE.findall(PAGE) if kind == "transcript"]
MOST_BETWEEN = 20
"""Frames that may arrive before the one shown."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.get("type", "part"))
def test_examples_are_what_the_codec_reads_and_the_schema_describes(example: Any) -> None:
    if "type" in example:
        SERVER_MESSAGE.decode(example)
        assert validator("ServerMessage").is_valid(example)
        return
    shapes: dict[str, Any] = {"Game": GAME, "Dice": DICE, "History": HISTORY}
    (name,) = [name for name in shapes if validator(name).is_valid(example)]
    shapes[name].decode(example)


def test_every_kind_of_message_has_an_example() -> None:
    shown = {example["type"] for example in EXAMPLES if "type" in example}
    assert shown == {shape.tag for shape in SERVER_MESSAGE.shapes}


def section(title: str) -> str:
    """The text below a heading, up to the next one."""
    (found,) = re.findall(rf"^##+ {title}\n(.*?)(?=^##+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def rows(title: str) -> list[list[str]]:
    """The cells of every table below a heading, without heads."""
    lines = re.findall(r"^\|(.*)\|$", section(title), re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [row for row in cells if not row[0].startswith("-")]


def words(text: str) -> list[str]:
    return re.findall(r"`([a-z_-]+)`", text)


UNIONS: dict[str, Any] = {
    "Actions": ACTION,
    "Events": SEEN_EVENT,
    "Facts": SEEN_FACT,
    "Commands": COMMAND,
    "Hints": HINT_REASON,
}


@pytest.mark.parametrize("title", UNIONS)
def test_every_kind_stands_in_its_table_with_its_keys(title: str) -> None:
    told = {words(row[0])[0]: words(row[1].replace("`null`", "")) for row in rows(title)[1:]}
    real = {
        shape.tag: [key for key in shape.fields if key != "id"] for shape in UNIONS[title].shapes
    }
    assert told == real
    if title != "Facts":
        assert [*told] == [*real]


@pytest.mark.parametrize(("title", "shape"), [("You", YOU), ("Room", ROOM), ("Game", GAME)])
def test_every_key_of_a_part_stands_in_its_table(title: str, shape: Any) -> None:
    told = [words(row[0])[0] for row in rows(title) if row[0].startswith("`")]
    settings = [*SETTINGS.fields] if title == "Room" else []
    assert told == [*shape.fields, *settings]


def test_every_key_of_a_view_stands_in_its_table() -> None:
    """The example is complete: the codec refuses one that lacks a key."""
    (view,) = [example["view"] for example in EXAMPLES if "view" in example]
    told = [words(row[0])[0] for row in rows("Board") if row[0].startswith("`")]
    assert told == [*view["board"], *view["board"]["mats"][0], *view["own"][0]]


def test_parts_of_the_board_have_their_keys_and_values() -> None:
    told = {words(row[0])[0]: row[1] for row in rows("Board") if row[0].startswith("`")}
    classes = {"bidding": Bidding, "attempt": Attempt, "outcome": Outcome}
    parts: dict[str, Any] = {key: object_of(cls) for key, cls in classes.items()}
    for name, shape in parts.items():
        assert f"`{{{', '.join(json.dumps(key) for key in shape.fields)}}}`" in told[name]
    assert words(told["phase"]) == [phase.value for phase in Phase]
    assert [word for word in words(told["outcome"]) if word != "null"] == [
        ending.value for ending in Ending
    ]


def test_my_games_have_their_keys() -> None:
    told = [words(row[0]) for row in rows("My games") if row[0].startswith("`")]
    assert [key for keys in told for key in keys] == [*GAME_LINE.fields, *STATISTICS.fields]
    parts = {words(row[0])[0]: words(row[1]) for row in rows("My games") if words(row[0])}
    for key, shape in (("sizes", SizeTally), ("bids", BidTally), ("attempts", AttemptTally)):
        assert parts[key] == [*shape._fields]
    assert parts["rivals"] == [*RivalTally._fields]


def test_the_lobby_has_its_keys() -> None:
    keys = ", ".join(json.dumps(key) for key in LISTING.fields)
    assert f'`{{"tables": [{{{keys}}}]}}`' in PAGE


def test_settings_have_their_values_and_defaults() -> None:
    told = {words(row[0])[0]: row[1:] for row in rows("Room") if row[0].startswith("`")}
    for name, kind in SETTINGS.fields.items():
        values, default = told[name]
        usual = json.loads(SETTINGS.write(Settings()))[name]
        assert default.strip("`") == (usual if isinstance(usual, str) else json.dumps(usual))
        if isinstance(kind, Number):
            assert values.startswith(f"{kind.lowest} to {kind.highest}")
        elif isinstance(kind, Choice):
            assert values.startswith(", ".join(f"`{value.value}`" for value in kind.of))
    clock = told["clock"][0]
    for limit in ("3 to 600", "0 to 3600"):
        assert limit in clock
    assert (LONGEST_TURN, LONGEST_RESERVE) == (600, 3600)


def test_closed_lists_are_whole() -> None:
    told = [words(row[0])[0] for row in rows("Messages") if row[0].startswith("`")][1:]
    assert told == [word.value for word in ByeReason]
    for word in [*Taunt, *[tribe for tribe in Tribe if "night" not in tribe.value]]:
        assert f"`{word.value}`" in PAGE
    for remark in Remark:
        assert f"`{remark.value}` {remark.words} " in PAGE


def test_every_reason_has_its_status() -> None:
    told = [(words(row[0])[0], int(row[1])) for row in rows("Reasons")[1:]]
    assert told == [(reason.value, STATUS.get(reason, 400)) for reason in Reason]


def test_every_limit_has_its_default() -> None:
    told = {words(row[0])[0]: row[1:3] for row in rows("Limits") if row[0].startswith("`")}
    real = {
        name.replace("_", "-"): [*str(usual).split(","), ""][:2]
        for name, usual in Limits._field_defaults.items()
    }
    assert told == real


SIZES = {
    "a message of a client": sockets.LONGEST_MESSAGE,
    "a WebSocket frame of a client": sockets.LONGEST_FRAME,
    "fragments of a message": sockets.MOST_PIECES,
    "messages before `welcome`": sessions.MOST_EARLY,
    "headers of a request": transport.MOST_HEADERS,
    "a request's body": LONGEST_BODY,
    "a body of `POST /api/replay` or `POST /api/card`": LONGEST_RECORD,
    "unread messages of a client": sockets.MOST_UNREAD,
    "a name": fields.LONGEST_NAME,
    "talk": fields.LONGEST_TEXT,
    "people at a table, over its life": fields.MOST_MEMBERS,
    "changes of a table; then only the current game goes on": live.LONGEST_HISTORY,
}


def test_every_size_is_the_one_that_holds() -> None:
    told = {
        row[0]: int(row[1].split()[0])
        for row in rows("Limits")
        if len(row) == 2 and row[1] != "most"
    }
    assert told == SIZES


def test_every_time_is_the_one_that_holds() -> None:
    usual, fast = Pace(), automation.FAST
    told = [(row[0], *re.findall(r"(\d+ ms(?: to \d+ ms)?)", row[1])) for row in rows("Timing")[1:]]
    assert told == [
        (f"{usual.forced} ms", f"{fast.forced} ms"),
        (f"{usual.least} ms to {usual.most} ms", f"{fast.least} ms to {fast.most} ms"),
        (f"{automation.GRACE // 1000} s",),
        (f"{IDLE // 1000} s",),
        (f"{automation.HOST_GRACE // 1000} s",),
        (f"{sockets.IDLE:g} s",),
        (f"{sockets.CLOSE_TIMEOUT:g} s",),
        (f"{transport.PATIENCE:g} s",),
    ]


def test_numbers_in_the_text_are_those_that_hold() -> None:
    for text, number in {
        f"1 to {fields.LONGEST_NAME} characters, at least one": fields.LONGEST_NAME,
        f"After {sockets.IDLE:g} seconds without": sockets.IDLE,
        f"more than {sockets.MOST_UNREAD // 1024} kB unread": sockets.MOST_UNREAD,
        f"more than {recent_facts.MOST_MISSED} changes ago": recent_facts.MOST_MISSED,
        f"remembers the last {queue.MOST_REMEMBERED} of each member": queue.MOST_REMEMBERED,
        f"up to {MOST_LISTED} listed tables": MOST_LISTED,
        f"letters from A to Z, a new one {CODE_LENGTH};": CODE_LENGTH,
        f"not used for {UNUSED // 86400} days expires": UNUSED,
    }.items():
        assert text in " ".join(PAGE.split()), number


@pytest.mark.parametrize("seed", range(5))
def test_a_decision_is_the_number_of_the_seats_token_in_the_record(seed: int) -> None:
    app = TableHarness(Settings(players=3), seed=seed)
    app.play_out(app.start(3), random.Random(seed))
    game = app.live.table.game
    assert game is not None
    text = write_record(record_game(game.names, game.setup, app.live.events))
    moves = re.sub(r"^[a-z-]+:.*$", "", text, flags=re.MULTILINE)
    tokens = re.findall(r"(?<!\S)([a-c])(?=[FS0-9>~!^-])", moves)
    assert len(tokens) > 10
    assert [tokens.count(letter) for letter in "abc"] == [*game.decisions]


def test_every_call_stands_in_the_table() -> None:
    async def routes() -> list[web.RouteDef]:
        store = await open_store("sqlite:///")
        app = App(ServerConfig(), store, LocalBus())
        app.thinker.close()
        await store.close()
        return Api(app).routes()

    for route in asyncio.run(routes()):
        path = route.path.replace("{number}", "N")
        path = re.sub(r"\{(\w+)\}", lambda name: name[1].upper(), path)
        assert f"`{route.method} {path}`" in PAGE or f"`{route.method} {path}` `" in PAGE


def matches(shown: Any, real: Any, names: dict[str, str]) -> bool:
    """Whether the real answer has everything shown; the page may omit keys."""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(
            key in real and matches(part, real[key], names) for key, part in shown.items()
        )
    if isinstance(shown, list):
        return len(shown) == len(real) and all(map(matches, shown, real, [names] * len(shown)))
    return bool(names.get(shown, shown) == real) if isinstance(shown, str) else bool(shown == real)


def test_the_transcript_happens(host: Host) -> None:
    asyncio.run(asyncio.wait_for(follow(host.address), LONG))


async def follow(address: str) -> None:
    """Send what the page sends, and compare the answers."""
    names: dict[str, str] = {}  # the page's token, name and code, and the real ones
    headers: dict[str, str] = {}
    steps = re.findall(r"^> (.*)\n< (.*)$", TRANSCRIPT, re.MULTILINE)
    assert 2 * len(steps) == TRANSCRIPT.count("\n")
    fresh = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(connector=fresh) as session:
        socket: aiohttp.ClientWebSocketResponse | None = None
        for sent, shown in steps:
            method, _, rest = sent.partition(" ")
            if method == "POST":
                path, _, body = rest.partition(" ")
                status, _, answer = shown.partition(" ")
                async with session.post(
                    address + path, json=json.loads(body) if body else None, headers=headers
                ) as response:
                    assert response.status == int(status)
                    real = await response.json()
                expected = json.loads(answer)
                assert real.keys() == expected.keys()
                names |= {expected[key]: real[key] for key in real}
                if "token" in real:
                    headers = {"Authorization": f"Bearer {real['token']}"}
                continue
            if method == "GET":
                path = rest.replace("KRTMWX", names["KRTMWX"])
                socket = await session.ws_connect(address + path, headers=headers)
            else:
                assert socket is not None
                COMMAND.decode(json.loads(sent))
                await socket.send_str(sent)
            assert socket is not None
            await expect(socket, json.loads(shown), names)
        assert socket is not None
        await socket.close()


async def expect(
    socket: aiohttp.ClientWebSocketResponse, shown: Any, names: dict[str, str]
) -> None:
    heard = []
    for _ in range(MOST_BETWEEN):
        heard.append(json.loads(await socket.receive_str(timeout=LONG)))
        if matches(shown, heard[-1], names):
            return
        assert heard[-1].get("done") != shown.get("done", "nothing"), heard[-1]
    raise AssertionError(f"{shown} never came: {heard}")
