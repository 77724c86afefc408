"""How a session finds its table, what it tells it, and why it is closed."""

import asyncio
import json
import logging
from typing import Any

import pytest

from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.server.app import App, ServerConfig
from calavera.server.cluster.bus import LocalBus
from calavera.server.limits.budgets import UNLIMITED, Limits, Rate
from calavera.server.sockets import sessions as module
from calavera.server.sockets.sessions import SessionHub, TableSession
from calavera.server.sockets.websocket import Request, Socket
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.interface import StoreDamaged
from calavera.server.stores.opening import open_store
from calavera.server.tables.people import Newcomer
from calavera.table.logic.caller import Caller
from tests.server.raw import NEVER, Message, run
from tests.server.test_sessions import HEADERS, Wire, close, hub

HERE = "192.0.2.1"
PATH = "/api/tables/KRTMWX/socket"


def told(wire: Wire) -> list[Message | int]:
    """The messages that were sent, and the code of a close."""
    found: list[Message | int] = []
    data = wire.written
    while data:
        first, size, data = data[0], data[1], data[2:]
        if size == 126:
            size, data = int.from_bytes(data[:2], "big"), data[2:]
        payload, data = data[:size], data[size:]
        found.append(int.from_bytes(payload, "big") if first == 0x88 else json.loads(payload))
    return found


def bye(reason: str, code: int) -> list[Message | int]:
    return [{"type": "bye", "reason": reason}, code]


class Client:
    """A session and its wire."""

    def __init__(self, sessions: SessionHub, code: str, who: Newcomer | None = None, **more: str):
        headers = {**HEADERS, **({"Authorization": f"Bearer {who.token}"} if who else {})}
        if "agent" in more:
            headers["User-Agent"] = more["agent"]
        path = f"/api/tables/{code}/socket{more.get('query', '')}"
        found = sessions.session(Request(path, headers, more.get("address", HERE)))
        assert isinstance(found, TableSession)
        self.session, self.wire = found, Wire()
        self.socket = Socket(found, self.wire)

    async def join(self) -> "Client":
        self.session.opened(self.socket)
        async with asyncio.timeout(30):
            while self.session in self.session._hub.newcomers:
                await asyncio.sleep(0)
        return self

    async def ask(self, **command: Any) -> Message:
        """The answer to a command."""
        before = len(told(self.wire))
        self.session.received(json.dumps(command).encode())
        async with asyncio.timeout(30):
            while True:
                for message in told(self.wire)[before:]:
                    if isinstance(message, dict) and command["id"] in (
                        message.get("id"),
                        message.get("done"),
                    ):
                        return message
                await asyncio.sleep(0)

    def close(self) -> None:
        self.socket.feed_eof()
        self.session.closed()


async def table_of(app: App, who: Newcomer, **settings: Any) -> str:
    return await app.tables.create(who.caller, Settings(**settings), [])


async def quiet_hub(limits: Limits = UNLIMITED, **changes: Any) -> tuple[App, SessionHub]:
    """The same as `hub`, where nothing happens by itself."""
    config = ServerConfig(limits=limits, pace=NEVER, **changes)
    app = App(config, await open_store("sqlite:///"), LocalBus())
    return app, SessionHub(app)


@pytest.mark.parametrize(
    ("query", "since", "watches"),
    [
        ("", None, False),
        ("?", None, False),
        ("?since=3&watch=1", 3, True),
        ("?since=3&since=4&watch=2", 3, False),
        ("?since=99999999999", 99_999_999_999, False),
        ("?since=100000000000", None, False),
        ("?since=x", None, False),
        ("?since=-3", None, False),
        ("?since=%D9%A3", None, False),  # a digit of another script
        ("?since=3?", None, False),
        ("?" + "&".join(f"x{number}" for number in range(100)) + "&since=3", 3, False),
    ],
)
def test_a_query_says_what_is_known_and_who_only_watches(
    query: str, since: int | None, watches: bool
) -> None:
    async def test() -> None:
        app, sessions = await hub()
        found = sessions.session(Request(f"/api/tables/krtmwx/socket{query}", HEADERS, HERE))
        assert isinstance(found, TableSession)
        assert (found._code, found._since, found._watches) == ("KRTMWX", since, watches)
        await close(app)

    run(test())


def test_an_address_that_floods_opens_no_socket() -> None:
    async def test() -> None:
        app, sessions = await hub(UNLIMITED._replace(frames_from=Rate(2, 0.001)))
        flooder = Client(sessions, "KRTMWX")
        for _ in range(3):
            flooder.session.budget.allows_frame(app.seconds())
        assert sessions.session(Request(PATH, HEADERS, HERE)) == 429
        assert isinstance(sessions.session(Request(PATH, HEADERS, "192.0.2.2")), TableSession)
        assert app.metrics.floods == {"refused": 1}
        flooder.close()
        await close(app)

    run(test())


def test_behind_a_proxy_the_reported_address_counts() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(sockets=Rate(1, 0.001), wrong_codes=Rate(1, 0.001))
        app, sessions = await quiet_hub(limits, public_url="http://skull.example.org")
        for address, is_open in (("192.0.2.1", True), ("192.0.2.2", True), ("192.0.2.1", False)):
            headers = {"Host": "skull.example.org", "X-Forwarded-For": address}
            found = sessions.session(Request(PATH, headers, "127.0.0.1"))
            assert isinstance(found, TableSession) == is_open
        await close(app)

    run(test())


def test_a_member_is_welcomed_and_what_came_early_is_answered() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()
        ana = await app.people.register("Ana")
        app.moderation.announcement = b'{"type":"announcement"}'
        client = Client(sessions, await table_of(app, ana), ana)
        for early in (
            b"hello",
            b'{"type":"nonsense","id":"c1"}',
            b'{"id":5}',
            b'{"x":"c2"}',
            b"[]",
        ):
            client.session.received(early)
        await client.join()
        welcome, announcement, *refusals = told(client.wire)
        assert isinstance(welcome, dict)
        assert (welcome["type"], welcome["you"]["host"]) == ("welcome", True)
        assert announcement == {"type": "announcement"}
        assert [one["id"] for one in refusals if isinstance(one, dict)] == [None, "c1"] + [None] * 3
        assert {one["reason"] for one in refusals if isinstance(one, dict)} == {"bad-message"}
        assert refusals[0] == {
            "type": "refused", "id": None, "reason": "bad-message", "detail": "not JSON",
        }  # fmt: skip
        assert b'calavera_refusals_total{reason="bad-message"} 5.0' in app.metrics.text()
        assert (await client.ask(type="sit", id="c3", place=0))["type"] == "frame"
        assert app.tables.listeners == 1
        client.close()
        assert app.tables.listeners == 0
        written = client.wire.written
        client.session.send(b"more")
        client.session.close(ByeReason.STOPPING)
        assert client.wire.written == written
        await close(app)

    run(test())


def test_a_reader_resumes_where_they_were_and_a_screen_is_the_publics() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()
        ana = await app.people.register("Ana")
        code = await table_of(app, ana)
        first = await Client(sessions, code, ana).join()
        done = await first.ask(type="sit", id="c1", place=0)
        late = await Client(sessions, code, ana, query=f"?since={done['version'] - 1}").join()
        screen = await Client(sessions, code, ana, query="?watch=1").join()
        for client, facts, member in ((late, True, 1), (screen, False, None)):
            welcome = told(client.wire)[0]
            assert isinstance(welcome, dict)
            assert (bool(welcome["facts"]), welcome["you"]["member"]) == (facts, member)
        for client in (first, late, screen):
            client.close()
        await close(app)

    run(test())


def test_a_new_device_is_announced_and_a_revoked_token_signs_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()
        agents: list[str] = []
        find = app.people.find

        async def noted(token: str | None, user_agent: str = "") -> Caller | None:
            agents.append(user_agent)
            return await find(token, user_agent)

        monkeypatch.setattr(app.people, "find", noted)
        ana = await app.people.register("Ana")
        code = await table_of(app, ana)
        first = await Client(sessions, code, ana, agent="node/20").join()
        quiet = [
            await Client(sessions, code, ana, agent="node/21", address="192.0.2.99").join(),
            await Client(sessions, code, ana, agent="curl/8", query="?watch=1").join(),
            await Client(sessions, code).join(),
        ]
        heard: Message = {"type": "new-device"}
        assert heard not in told(first.wire)
        for count, more in enumerate(({"agent": "curl/8"}, {"address": "198.51.100.1"}), start=1):
            quiet.append(await Client(sessions, code, ana, **more).join())
            assert told(first.wire).count(heard) == count
        assert agents == ["node/20", "node/21", "curl/8", "", "curl/8", ""]
        token, token_id = await app.people.add_token(ana.caller)
        other = await Client(sessions, code, Newcomer(token, ana.caller)).join()
        await app.devices.revoked(ana.caller.identity)
        await app.people.revoke(ana.caller, token_id)
        assert bye("signed-out", 1000)[0] not in told(other.wire)
        await app.devices.revoked(ana.caller.identity)
        assert told(other.wire)[-2:] == bye("signed-out", 1000)
        for client in (first, *quiet):
            assert bye("signed-out", 1000)[0] not in told(client.wire)
        for client in (first, *quiet, other):
            client.close()
        assert app.devices._people == {}
        await close(app)

    run(test())


def test_one_person_has_so_many_messages_on_all_their_sockets() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub(UNLIMITED._replace(messages=Rate(2, 0.001)))
        ana, bo = await app.people.register("Ana"), await app.people.register("Bo")
        code = await table_of(app, ana)
        one, other = [
            await Client(sessions, code, ana, address=f"192.0.2.{n}").join() for n in "12"
        ]
        others = await Client(sessions, code, bo).join()
        spectators = [await Client(sessions, code).join() for _ in range(2)]
        for client, name in ((one, "c1"), (other, "c2"), (others, "c3"), (others, "c4")):
            assert (await client.ask(type="stand", id=name))["type"] == "refused"
        for client in (one, others):
            client.session.received(b"{}")
            assert told(client.wire)[-2:] == bye("flooding", 1008)
        for client in (*spectators, spectators[0]):  # without an identity, the address counts
            client.session.received(b"{}")
        assert told(spectators[0].wire)[-2:] == bye("flooding", 1008)
        far = await Client(sessions, code, address="198.51.100.1").join()
        far.session.received(b"{}")
        assert bye("flooding", 1008)[0] not in told(far.wire)
        assert app.metrics.floods == {"closed": 3}
        for client in (one, other, others, *spectators, far):
            client.close()
        await close(app)

    run(test())


def test_talk_is_counted_for_each_person_and_table_and_repeated_talk_is_free() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub(UNLIMITED._replace(talk=Rate(1, 0.001)))
        ana, bo = await app.people.register("Ana"), await app.people.register("Bo")
        codes = [await table_of(app, ana) for _ in range(2)]
        here, there = [await Client(sessions, code, ana).join() for code in codes]
        other = await Client(sessions, codes[0], bo).join()
        for client in (here, there, other):
            assert (await client.ask(type="sit", id="c1", place=None))["type"] == "frame"
            assert (await client.ask(type="say", id="c2", text="hello"))["type"] == "frame"
        assert (await here.ask(type="say", id="c2", text="hello"))["type"] != "refused"
        assert await here.ask(type="say", id="c3", text="hello") == {
            "type": "refused", "id": "c3", "reason": "too-fast",
            "detail": "you are talking too fast",
        }  # fmt: skip
        assert (await here.ask(type="ready", id="c4", ready=True, salt="00"))["type"] == "frame"
        for client in (here, there, other):
            client.close()
        await close(app)

    run(test())


def test_whoever_guesses_codes_finds_only_their_own_tables() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub(UNLIMITED._replace(wrong_codes=Rate(2, 0.001)))
        ana, bo = await app.people.register("Ana"), await app.people.register("Bo")
        code = await table_of(app, ana)
        for reason, closing in (
            ("unknown-table", 1000),
            ("unknown-table", 1000),
            ("flooding", 1008),
        ):
            guess = await Client(sessions, "QQQQQQ", bo).join()
            assert told(guess.wire) == bye(reason, closing)
        assert told((await Client(sessions, code, bo).join()).wire) == bye("flooding", 1008)
        for who, address in ((ana, HERE), (bo, "192.0.2.2")):
            client = await Client(sessions, code, who, address=address).join()
            message = told(client.wire)[0]
            assert isinstance(message, dict)
            assert message["type"] == "welcome"
        await close(app)

    run(test())


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Refused(Reason.NO_SPECTATORS), "no-spectators"),
        (Refused(Reason.CLOSED), "closed"),
        (Refused(Reason.REMOVED), "removed"),
        (Refused(Reason.BUSY), "closed"),
        (Damaged("KRTMWX", "a gap"), "damaged"),
        (StoreDamaged("a page"), "damaged"),
        (OSError("secret"), "stopping"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    reason: str,
) -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()

        async def find(_: str) -> None:
            raise error

        monkeypatch.setattr(app.tables, "find", find)
        client = await Client(sessions, "KRTMWX").join()
        assert told(client.wire) == bye(reason, 1001 if reason == "stopping" else 1000)
        assert app.metrics.failures == ({} if isinstance(error, Refused) else {"store": 1})
        client.close()
        await close(app)

    run(test())
    logged = ("calavera.sockets", logging.CRITICAL, "table KRTMWX could not be opened: OSError")
    assert [(one.name, one.levelno, one.getMessage()) for one in caplog.records] == (
        [logged] if reason == "stopping" else []
    )


def test_whoever_leaves_while_the_table_is_found_is_not_attached() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()
        ana = await app.people.register("Ana")
        code = await table_of(app, ana)
        left = Client(sessions, code, ana)
        left.session.opened(left.socket)
        left.close()
        rejected = Client(sessions, code, ana)
        rejected.session.opened(rejected.socket)
        rejected.session.close(ByeReason.SIGNED_OUT)
        async with asyncio.timeout(30):
            while sessions.tasks:
                await asyncio.sleep(0)
        assert (told(left.wire), told(rejected.wire)) == ([], bye("signed-out", 1000))
        assert app.tables.listeners == 0
        assert [*app.devices._people] == [ana.caller.identity]
        rejected.close()
        assert app.devices._people == {}
        await close(app)

    run(test())


def test_a_hub_that_stops_turns_newcomers_away() -> None:
    async def test() -> None:
        app, sessions = await quiet_hub()
        ana = await app.people.register("Ana")
        code = await table_of(app, ana)
        seated = await Client(sessions, code, ana).join()
        late = Client(sessions, code, ana)
        late.session.opened(late.socket)
        assert sessions.newcomers == {late.session}
        sessions.turn_away()
        assert told(late.wire) == bye("stopping", 1001)
        assert sessions.is_open
        slow = Client(sessions, code, ana)
        slow.session.opened(slow.socket)
        sessions.is_stopping = True
        async with asyncio.timeout(30):
            while sessions.tasks:
                await asyncio.sleep(0)
        assert told(slow.wire) == bye("stopping", 1001)
        sessions.is_stopping = False
        last = Client(sessions, code, ana)
        last.session.opened(last.socket)
        (task,) = sessions.tasks
        sessions.stop()
        assert told(last.wire) == bye("stopping", 1001)
        await asyncio.wait([task], timeout=30)
        assert task.cancelled()
        assert sessions.session(Request(PATH, HEADERS, HERE)) == 503
        assert [one for one in told(seated.wire) if one == bye("stopping", 1001)[0]] == []
        for client in (seated, late, slow, last):
            client.close()
        await close(app)

    run(test())


def test_so_many_messages_may_come_early() -> None:
    assert module.MOST_EARLY == 20
