"""docs/protocol.md tells the truth: its examples are valid, its transcript happens."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from calavera.server.api import Api
from calavera.server.bus import LocalBus
from calavera.server.house import House, Plan
from calavera.server.stores import open_store
from calavera.table.commands import Taunt
from calavera.table.messages import ByeReason
from calavera.table.reasons import Reason
from calavera.table.shapes import COMMAND, DICE, GAME, HISTORY, SEEN_FACT, SERVER_MESSAGE
from calavera.table.tribes import Tribe
from tests.client.hosting import LONG, Host
from tests.client.test_message_schema import validator

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [json.loads(body) for kind, body in FENCE.findall(PAGE) if kind == "json"]
(TRANSCRIPT,) = [body for kind, body in FENCE.findall(PAGE) if kind == "transcript"]
MOST_BETWEEN = 20
"""Frames of others that may come before the one that is shown."""


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


def keys_of(page: str) -> dict[str, str]:
    """The first two columns of a table."""
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.*?)\|", page, re.MULTILINE))


def test_every_fact_stands_in_the_table_with_its_keys() -> None:
    rows = keys_of(PAGE.split("### Facts")[1].split("### Commands")[0])
    for shape in SEEN_FACT.shapes:
        assert re.findall(r"`([a-z]+)`", rows[shape.tag or ""]) == [*shape.fields], shape.tag
    assert len(rows) == len(SEEN_FACT.shapes)


def test_every_command_stands_in_the_table_with_its_keys() -> None:
    rows = keys_of(PAGE.split("### Commands")[1])
    for shape in COMMAND.shapes:
        keys = re.findall(r"`([a-z]+)`", rows[shape.tag or ""].replace("`null`", ""))
        assert ["id", *keys] == [*shape.fields], shape.tag
    assert len(rows) == len(COMMAND.shapes)


def test_closed_lists_are_whole() -> None:
    told = PAGE.split("### Reasons")[1]
    assert re.findall(r"`([a-z-]+)`", told)[: len(Reason)] == [reason.value for reason in Reason]
    for word in [*ByeReason, *Taunt, *[tribe for tribe in Tribe if "night" not in tribe.value]]:
        assert f"`{word.value}`" in PAGE


def test_every_call_stands_in_the_table() -> None:
    async def routes() -> list[web.RouteDef]:
        store = await open_store("sqlite:///")
        house = House(Plan(), store, LocalBus())
        house.thinker.close()
        await store.close()
        return Api(house).routes()

    for route in asyncio.run(routes()):
        path = route.path.replace("{code}", "CODE").replace("{number}", "N").replace("{id}", "ID")
        assert f"`{route.method} {path}`" in PAGE or f"`{route.method} {path}` `" in PAGE


def matches(shown: Any, real: Any, names: dict[str, str]) -> bool:
    """Whether the real answer has everything that is shown; other keys may be left out."""
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
    """Do what the page does, and compare what comes back."""
    names: dict[str, str] = {}  # what the page calls token, name and code: what they are here
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
