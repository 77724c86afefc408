"""Several devices of one person: tokens, notifications and signing out."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import AsyncIterator, Collection

import pytest

from calavera.protocol.messages import ByeReason
from calavera.server.cluster.bus import LocalBus
from calavera.server.cluster.notifications import Connected, Notification, Revoked
from calavera.server.stores.interface import StoreError
from calavera.server.stores.sqlite.store import SqliteStore
from calavera.server.stores.tokens import Tokens
from calavera.server.tables import devices
from calavera.server.tables.devices import NEW_DEVICE, Devices, family, network
from tests.server.backends import needs_both, postgres, redis
from tests.server.raw import Line, Message, Server, config, run, running_server

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
        (f"{CHROME} OPR/120.0", "Opera, Android"),
        (f"{CHROME} SamsungBrowser/28.0", "Samsung Internet, Android"),
        (SAFARI.replace("Version", "FxiOS"), "Firefox, iOS"),
        (SAFARI.replace("Version", "CriOS").replace("iPhone", "iPad"), "Chrome, iOS"),
        ("Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) Chrome/140.0 Safari/537", "Chrome, ChromeOS"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537", "Chrome, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Safari/605", "Safari, macOS"),
        ("Mozilla/5.0 (PlayStation) Safari/605", "Safari"),
        ("curl/8 Firefox Linux", "curl"),
        ("x" * 21, "x" * 20),
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
        ("192.0.2.7", "192.0.2.199", True),
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", True),
        ("unknown", "unknown", True),
    ],
)
def test_an_address_changes_within_its_network(one: str, other: str, is_same: bool) -> None:
    assert (network(one) == network(other)) is is_same
    assert network("192.0.2.7") == "192.0.2.0/24"
    assert network("unknown") == "unknown"


class Ear:
    """A connection that keeps what it was sent, and why it was closed."""

    def __init__(self) -> None:
        self.heard: list[bytes | ByeReason] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def close(self, reason: ByeReason) -> None:
        self.heard.append(reason)


class Posted(LocalBus):
    """A bus that keeps what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[Notification] = []

    def publish(self, notification: Notification) -> None:
        self.notes.append(notification)


class SharedStore(SqliteStore):
    is_shared = True
    name = "secret"


def test_other_servers_hear_of_a_device_once_while_it_is_connected() -> None:
    async def test() -> None:
        store, bus = SharedStore(":memory:"), Posted()
        them = Devices(store, bus)
        described = b"Firefox, Linux 192.0.2.0/24"
        published = Connected("ana", hmac.digest(b"secret", described, "sha256").hex()[:24])
        first, second, screen, bo = Ear(), Ear(), Ear(), Ear()
        for one in (first, second, screen):
            them.opened(one, "ana", "a")
        them.opened(bo, "bo", "b")
        them.joined(first, "ana", FIREFOX, "192.0.2.7")
        them.joined(second, "ana", NEWER_FIREFOX, "192.0.2.99")
        assert bus.notes == [published]
        for _ in range(2):
            them.connected_elsewhere(Connected("ana", "phone"))
            them.connected_elsewhere(Connected("cleo", "phone"))
        assert first.heard == second.heard == [NEW_DEVICE]
        them.closed(first, "ana")
        them.connected_elsewhere(Connected("ana", "tablet"))
        assert (len(first.heard), len(second.heard)) == (1, 2)
        them.closed(second, "ana")  # the screen stays
        them.opened(first, "ana", "a")
        them.joined(first, "ana", FIREFOX, "192.0.2.7")
        assert bus.notes == [published, published]
        for one in (first, screen):
            them.closed(one, "ana")
        them.closed(Ear(), "")  # a spectator's
        them.opened(first, "ana", "a")
        them.joined(first, "ana", FIREFOX, "192.0.2.7")
        them.connected_elsewhere(Connected("ana", "phone"))  # forgotten with the last socket
        assert len(first.heard) == 2
        assert screen.heard == bo.heard == []
        await store.close()

    run(test())


def test_sockets_of_revoked_tokens_are_closed_whoever_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert devices.CHECK == 60.0
    monkeypatch.setattr(devices, "CHECK", 0.0)
    valid = {"first", "second", "third", "bo"}
    failures = [StoreError("away"), StoreError("away")]

    async def still_valid(_: Tokens, hashes: Collection[str]) -> set[str]:
        if valid == {"bo"} and failures:
            raise failures.pop()
        return valid & {*hashes}

    monkeypatch.setattr(Tokens, "valid", still_valid)

    async def until_closed(ear: Ear) -> None:
        async with asyncio.timeout(30):
            while ear.heard != [ByeReason.SIGNED_OUT]:
                await asyncio.sleep(0)

    async def test() -> None:
        store, bus = SharedStore(":memory:"), Posted()
        them = Devices(store, bus)
        ears = {token: Ear() for token in sorted(valid)}
        for token, ear in ears.items():
            them.opened(ear, "bo" if token == "bo" else "ana", token)
        await them.revoked("ana")
        await them.revoked("nobody")
        assert bus.notes == [Revoked("ana"), Revoked("nobody")]
        assert not any(ear.heard for ear in ears.values())
        valid.remove("first")
        await them.revoked("ana")
        assert ears["first"].heard == [ByeReason.SIGNED_OUT]
        them.closed(ears["first"], "ana")
        valid.remove("second")
        them.revoked_elsewhere(Revoked("ana"))
        await until_closed(ears["second"])
        them.closed(ears["second"], "ana")
        valid.remove("third")
        watching = asyncio.ensure_future(them.watch())
        await until_closed(ears["third"])
        watching.cancel()
        assert (failures, ears["bo"].heard) == ([], [])
        await store.close()

    run(test())


def test_a_check_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store, answer = SharedStore(":memory:"), asyncio.Event()
        asked: list[str] = []

        async def late(_: Tokens, hashes: Collection[str]) -> set[str]:
            asked.extend(hashes)
            await answer.wait()
            return set()

        monkeypatch.setattr(Tokens, "valid", late)
        them, ear = Devices(store, Posted()), Ear()
        them.opened(ear, "ana", "token")
        them.revoked_elsewhere(Revoked("ana"))
        (task,) = them._tasks
        await asyncio.sleep(0)
        them.stop()
        answer.set()
        await asyncio.wait([task], timeout=30)
        assert (asked, ear.heard, task.cancelled()) == (["token"], [], True)
        await asyncio.sleep(0)
        assert them._tasks == set()
        await store.close()

    run(test())


async def line(server: Server, code: str, token: str, agent: str = FIREFOX) -> Line:
    """A socket of a device, with its first message read."""
    headers = {"Authorization": f"Bearer {token}", "User-Agent": agent}
    url = f"{server.base}/api/tables/{code}/socket"
    line = Line(await server.http.ws_connect(url, headers=headers))
    await line.next()
    return line


async def told(line: Line) -> list[str]:
    """The kinds of messages before the answer to a new command."""
    command_id = await line.send("mute", member=99, muted=True)
    kinds: list[str] = []
    while True:
        message = await line.next()
        if message["type"] == "refused" and message["id"] == command_id:
            return kinds
        kinds.append(message["type"])


def test_the_first_device_hears_of_a_second_one_once() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer("Ana")
            code = await server.table(token)
            first = await line(server, code, token)
            tabs = [await line(server, code, token), await line(server, code, token, NEWER_FIREFOX)]
            assert "new-device" not in await told(first)
            second = await line(server, code, token, CHROME)
            for one in (first, *tabs):
                assert (await told(one)).count("new-device") == 1
            assert "new-device" not in await told(second)
            for _ in range(3):  # reconnecting repeats neither
                await second.close()
                second = await line(server, code, token, CHROME)
                await first.close()
                first = await line(server, code, token)
            for one in (first, second, *tabs):
                assert "new-device" not in await told(one)

    run(test())


def test_of_other_people_and_of_screens_nobody_hears() -> None:
    async def test() -> None:
        async with running_server() as server:
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
        async with running_server() as server:
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
        async with running_server() as server:
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
        async with running_server() as server:
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
        async with running_server() as server:
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
    its = config(store, bus=redis().address)
    async with running_server(its) as one, running_server(its) as other:
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
