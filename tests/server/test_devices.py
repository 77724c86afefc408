"""Several devices of one person: each has a token, hears of the others and can sign them out."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import pytest

from calavera.server import devices
from calavera.server.devices import family, network
from tests.server.backends import needs_both, postgres, redis
from tests.server.raw import Line, Message, Server, house, plan, run

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEWER_FIREFOX = FIREFOX.replace("140", "141")
CHROME = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Mobile Safari/537.36"
)
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("user_agent", "told"),
    [
        (FIREFOX, "Firefox, Linux"),
        (CHROME, "Chrome, Android"),
        (SAFARI, "Safari, iOS"),
        (f"{CHROME} Edg/140.0", "Edge, Android"),
        ("Python/3.11 aiohttp/3.12", "Python"),
        ("node", "node"),
        ("Mozilla/5.0", "Mozilla"),
        ("", ""),
        ("\x00<script>", ""),
    ],
)
def test_a_device_is_told_by_the_family_of_its_browser(user_agent: str, told: str) -> None:
    assert family(user_agent) == told


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.7", "192.0.2.99", True),
        ("192.0.2.7", "192.0.3.7", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("unknown", "unknown", True),
    ],
)
def test_an_address_changes_within_its_network(one: str, other: str, is_same: bool) -> None:
    assert (network(one) == network(other)) is is_same


async def line(server: Server, code: str, token: str, agent: str = FIREFOX) -> Line:
    """A socket of a device, with its first message read."""
    headers = {"Authorization": f"Bearer {token}", "User-Agent": agent}
    url = f"{server.base}/api/tables/{code}/socket"
    line = Line(await server.http.ws_connect(url, headers=headers))
    await line.next()
    return line


async def told(line: Line) -> list[str]:
    """What kinds of messages came before the answer to a command that is sent now."""
    command_id = await line.send("mute", member=99, muted=True)
    kinds: list[str] = []
    while True:
        message = await line.next()
        if message["type"] == "refused" and message["id"] == command_id:
            return kinds
        kinds.append(message["type"])


def test_the_first_device_hears_of_a_second_one_once() -> None:
    async def test() -> None:
        async with house() as server:
            token = await server.newcomer("Ana")
            code = await server.table(token)
            first = await line(server, code, token)
            tabs = [await line(server, code, token), await line(server, code, token, NEWER_FIREFOX)]
            assert "new-device" not in await told(first)
            second = await line(server, code, token, CHROME)
            for one in (first, *tabs):
                assert (await told(one)).count("new-device") == 1
            assert "new-device" not in await told(second)
            for _ in range(3):  # neither comes anew by connecting again
                await second.close()
                second = await line(server, code, token, CHROME)
                await first.close()
                first = await line(server, code, token)
            for one in (first, second, *tabs):
                assert "new-device" not in await told(one)

    run(test())


def test_of_other_people_and_of_screens_nobody_hears() -> None:
    async def test() -> None:
        async with house() as server:
            ana, bo = await server.newcomer("Ana"), await server.newcomer("Bo")
            code = await server.table(ana)
            first = await line(server, code, ana)
            await line(server, code, bo, CHROME)
            headers = {"Authorization": f"Bearer {ana}", "User-Agent": SAFARI}
            url = f"{server.base}/api/tables/{code}/socket?watch=1"
            screen = Line(await server.http.ws_connect(url, headers=headers))
            await screen.next()
            assert "new-device" not in await told(first)

    run(test())


def test_what_is_told_of_a_device_names_nobody() -> None:
    assert json.loads(devices.NEW_DEVICE) == {"type": "new-device"}


# Tokens.


async def listed(server: Server, token: str) -> list[Message]:
    answer = await server.call("GET", "/api/me/tokens", token)
    assert answer.status == 200
    assert token not in answer.body.decode()
    tokens: list[Message] = answer.json["tokens"]
    return tokens


async def another(server: Server, token: str, agent: str = CHROME) -> Message:
    answer = await server.call("POST", "/api/me/tokens", token, headers={"User-Agent": agent})
    assert answer.status == 201
    got: Message = answer.json
    return got


def test_tokens_are_listed_without_telling_them() -> None:
    async def test() -> None:
        async with house() as server:
            token = await server.newcomer("Ana")
            await server.newcomer("Bo")
            (only,) = await listed(server, token)
            assert only.keys() == {"id", "device", "made", "used", "current"}
            assert (only["current"], only["device"]) == (True, "Python")
            assert only["used"] >= only["made"] > 1_700_000_000_000
            other = await another(server, token)
            assert {
                one["id"]: (one["device"], one["current"]) for one in await listed(server, token)
            } == {
                only["id"]: ("Python", True),
                other["id"]: ("Chrome, Android", False),
            }
            for one in await listed(server, other["token"]):
                assert one["current"] is (one["id"] == other["id"])
            me = await server.call("GET", "/api/me", other["token"])
            assert me.json == {"name": "Ana"}
            assert (await server.call("GET", "/api/me/tokens")).status == 401

    run(test())


OVER = "this token is not valid any more"


def test_a_revoked_token_is_worth_nothing_and_its_sockets_are_closed() -> None:
    async def test() -> None:
        async with house() as server:
            ana, bo = await server.newcomer("Ana"), await server.newcomer("Bo")
            code = await server.table(ana)
            other = await another(server, ana)
            mine, theirs = await line(server, code, ana), await line(server, code, other["token"])
            for token, status in ((bo, 404), (other["token"], 200), (ana, 404)):
                path = f"/api/me/tokens/{other['id']}"
                assert (await server.call("DELETE", path, token)).status == status
            assert (await theirs.bye())[-1] == {"type": "bye", "reason": "signed-out"}
            calls = [("GET", "/api/me"), ("GET", "/api/me/tokens"), ("POST", "/api/tables")]
            for method, path in calls:
                answer = await server.call(method, path, other["token"])
                assert (answer.status, answer.json["detail"]) == (401, OVER)
            again = await server.open(code, other["token"])
            assert (await again.next())["you"]["member"] is None
            assert "bye" not in await told(mine)
            assert len(await listed(server, ana)) == 1

    run(test())


def test_every_other_device_is_signed_out() -> None:
    async def test() -> None:
        async with house() as server:
            ana, bo = await server.newcomer("Ana"), await server.newcomer("Bo")
            code = await server.table(ana)
            tokens = [ana, *[(await another(server, ana))["token"] for _ in range(2)]]
            lines = [await line(server, code, token) for token in (*tokens, bo)]
            answer = await server.call("DELETE", "/api/me/tokens", tokens[1])
            assert answer.json == {"revoked": 2}
            for one in (lines[0], lines[2]):
                assert (await one.bye())[-1] == {"type": "bye", "reason": "signed-out"}
            for one in (lines[1], lines[3]):
                assert "bye" not in await told(one)
            assert [one["current"] for one in await listed(server, tokens[1])] == [True]
            renamed = await server.call("PUT", "/api/me", tokens[1], json={"name": "Ana B"})
            assert renamed.status == 200

    run(test())


def test_a_browser_takes_a_new_token_and_signs_copies_of_the_old_one_out() -> None:
    async def test() -> None:
        async with house() as server:
            first = await server.call("GET", "/api/me")
            old = first.headers["Set-Cookie"].split(";")[0]
            fresh = await server.call("POST", "/api/me/tokens", headers={"Cookie": old})
            assert (fresh.status, fresh.json.keys()) == (201, {"id"})
            new = fresh.headers["Set-Cookie"].split(";")[0]
            assert "HttpOnly" in fresh.headers["Set-Cookie"]
            assert new != old
            gone = await server.call("DELETE", "/api/me/tokens", headers={"Cookie": new})
            assert gone.json == {"revoked": 1}
            assert (await server.call("GET", "/api/me", headers={"Cookie": new})).json == first.json
            stranger = await server.call("GET", "/api/me", headers={"Cookie": old})
            assert "Set-Cookie" in stranger.headers

    run(test())


# Several servers.


@contextlib.asynccontextmanager
async def two_servers() -> AsyncIterator[list[Server]]:
    store = await asyncio.to_thread(postgres().new_database)
    its = plan(store, bus=redis().address)
    async with house(its) as one, house(its) as other:
        yield [one, other]


@needs_both
def test_devices_hear_of_each_other_and_are_signed_out_on_any_server() -> None:
    async def test() -> None:
        async with two_servers() as (one, other):
            ana = await one.newcomer("Ana")
            code = await one.table(ana)
            copy = (await another(one, ana))["token"]
            first = await line(one, code, ana)
            second = await line(other, code, copy, CHROME)
            while (await first.next())["type"] != "new-device":
                pass
            answer = await one.call("DELETE", "/api/me/tokens", ana)
            assert answer.json == {"revoked": 1}
            assert (await second.bye())[-1] == {"type": "bye", "reason": "signed-out"}
            assert (await other.call("GET", "/api/me", copy)).status == 401
            assert "bye" not in await told(first)

    run(test())


@needs_both
def test_a_socket_is_signed_out_though_the_bus_has_lost_the_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(devices, "CHECK", 0.1)
    monkeypatch.setattr(devices.Devices, "revoked_elsewhere", lambda self, note: None)

    async def test() -> None:
        async with two_servers() as (one, other):
            ana = await one.newcomer("Ana")
            code = await one.table(ana)
            copy = (await another(one, ana))["token"]
            second = await line(other, code, copy, CHROME)
            await one.call("DELETE", "/api/me/tokens", ana)
            assert (await second.bye())[-1] == {"type": "bye", "reason": "signed-out"}

    run(test())
