"""The HTTP calls of the client: requests, answers, retries."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from calavera.client import calls as module
from calavera.client.calls import FIRST_PATIENCE, HEARTBEAT, TIMEOUT, BotLine, Calls
from calavera.client.errors import ConnectionLost, StrangeServer
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.shapes import HISTORY, LISTING, SETTINGS
from calavera.protocol.summary import Listing
from tests.client.hosting import LONG
from tests.client.scripted import Desk, Naps, run
from tests.table.doubles import Harness

Call = Callable[[Calls], Awaitable[Any]]

VELA = {"name": "cautious", "nickname": "Vela", "temper": "careful", "strength": "fair"}


SETTINGS_OF_FIVE = Settings(players=5, listed=True)
LISTED = Listing("KRTM", TablePhase.GATHERING, "Ana", 1, 2, 3, SETTINGS_OF_FIVE, 1, 7)
LINE = json.loads(LISTING.write(LISTED))
IDENTITY = {"token": "secret", "name": "Guest 123"}


def make(calls: Calls) -> Awaitable[str]:
    return calls.create(SETTINGS_OF_FIVE, ("uniform", "cautious"))


MADE = {
    "settings": json.loads(SETTINGS.write(SETTINGS_OF_FIVE)),
    "bots": ["uniform", "cautious"],
}


@pytest.mark.parametrize(
    ("call", "answer", "asked", "body", "returned"),
    [
        (Calls.new_identity, IDENTITY, ("POST", "/api/identities"), None, "Guest 123"),
        (Calls.me, IDENTITY, ("GET", "/api/me"), None, "Guest 123"),
        (
            lambda calls: calls.rename("Ana"),
            {"name": "Ana!"},
            ("PUT", "/api/me"),
            {"name": "Ana"},
            "Ana!",
        ),
        (
            Calls.bots,
            [VELA],
            ("GET", "/api/bots"),
            None,
            (BotLine("cautious", "Vela", "careful", "fair"),),
        ),
        (Calls.lobby, {"tables": [LINE]}, ("GET", "/api/tables"), None, (LISTED,)),
        (make, {"code": "KRTM"}, ("POST", "/api/tables"), MADE, "KRTM"),
        (lambda calls: calls.summary(" krtm "), LINE, ("GET", "/api/tables/KRTM"), None, LISTED),
        (
            lambda calls: calls.record("krtm", 3),
            "a record",
            ("GET", "/api/tables/KRTM/games/3/record"),
            None,
            "a record",
        ),
    ],
)
def test_each_call_says_what_the_protocol_wants(
    call: Call, answer: object, asked: tuple[str, str], body: object, returned: object
) -> None:
    async def test() -> None:
        desk = Desk((200, answer))
        async with desk.open() as calls:
            calls.token = "mine"
            assert await call(calls) == returned
            assert desk.asked == [asked]
            assert desk.headers[0]["Authorization"] == "Bearer mine"
            assert (json.loads(desk.bodies[0]) if desk.bodies[0] else None) == body
            assert desk.told == []

    run(test())


def test_a_history_is_read() -> None:
    harness = Harness()
    (ana, *_) = harness.start(2, bots=True)
    history = harness.live.history(ana.caller)

    async def test() -> None:
        desk = Desk((200, HISTORY.write(history)))
        async with desk.open() as calls:
            assert await calls.history("KRTM") == history
            assert desk.asked == [("GET", "/api/tables/KRTM/game")]

    run(test())


def test_a_token_identifies_and_a_cookie_never_does() -> None:
    async def test() -> None:
        desk = Desk((200, IDENTITY))
        async with desk.open() as calls:
            await calls.new_identity()
            assert calls.token == "secret"
            await calls.me()
            first, second = desk.headers
            assert "Authorization" not in first
            assert second["Authorization"] == "Bearer secret"
            assert "Cookie" not in second

    run(test())


@pytest.mark.parametrize(
    ("call", "answer", "quoted"),
    [
        (Calls.me, "no json", "'no json'"),
        (Calls.me, "x" * 100, repr("x" * 80)),
        (Calls.me, ["name"], "\"['name']\""),
        (Calls.me, {"name": 7}, "\"{'name': 7}\""),
        (Calls.me, {}, "'{}'"),
        (Calls.bots, 7, "'7'"),
        (Calls.bots, [{"name": "cautious"}], "\"{'name': 'cautious'}\""),
        (Calls.lobby, {}, "'{}'"),
        (Calls.lobby, 7, "'7'"),
        (Calls.lobby, {"tables": [7]}, "\"{'tables': [7]}\""),
        (lambda calls: calls.summary("KRTM"), {}, "'{}'"),
        (make, {"code": None}, "\"{'code': None}\""),
    ],
)
def test_a_strange_answer_is_quoted(call: Call, answer: object, quoted: str) -> None:
    async def test() -> None:
        desk = Desk((200, answer))
        async with desk.open() as calls:
            with pytest.raises(StrangeServer) as strange:
                await call(calls)
            assert str(strange.value) == f"the server answers {quoted}"
            assert strange.value.__suppress_context__ or not strange.value.__context__
            assert len(desk.asked) == 1

    run(test())


def test_a_strange_history_says_where() -> None:
    async def test() -> None:
        async with Desk((200, {"version": -1})).open() as calls:
            with pytest.raises(StrangeServer) as strange:
                await calls.history("KRTM")
            assert str(strange.value) == "in the history of a game: expected the key events"

    run(test())


@pytest.mark.parametrize("status", [400, 404, 429, 500, 503])
def test_a_refusal_has_its_reason_and_is_final(status: int) -> None:
    async def test() -> None:
        desk = Desk((status, {"reason": "too-fast", "detail": "wait a little"}))
        async with desk.open() as calls:
            with pytest.raises(Refused) as refused:
                await calls.me()
            assert refused.value.reason is Reason.TOO_FAST
            assert refused.value.detail == "wait a little"
            assert len(desk.asked) == 1

    run(test())


@pytest.mark.parametrize(
    "body", ["no json", "[]", "7", {}, {"reason": "nothing"}, {"reason": "busy"}]
)
def test_a_refusal_without_a_reason_names_the_status(body: object) -> None:
    async def test() -> None:
        async with Desk((418, body)).open() as calls:
            with pytest.raises(StrangeServer) as strange:
                await calls.me()
            assert str(strange.value) == "the server answers with status 418 and no reason"

    run(test())


def test_the_last_status_that_is_no_refusal() -> None:
    async def test() -> None:
        async with Desk((399, IDENTITY)).open() as calls:
            assert await calls.me() == "Guest 123"

    run(test())


@pytest.mark.parametrize("status", [502, 504])
def test_a_proxy_without_its_server_is_asked_again(status: int, naps: Naps) -> None:
    async def test() -> None:
        desk = Desk((status, "away"), (status, "away"), (200, IDENTITY))
        async with desk.open() as calls:
            assert await calls.me() == "Guest 123"
            assert len(desk.asked) == 3
            assert len(naps.taken) == 2
            why = f"{status} from {desk.address}"
            reported = f"cannot reach {desk.address}, trying for {FIRST_PATIENCE:g} s: {why}"
            assert desk.told == [reported], "once"

    run(test())


@pytest.mark.parametrize(("patience", "first"), [(LONG, FIRST_PATIENCE), (5.0, 5.0)])
def test_a_server_that_never_answered_is_soon_given_up(
    patience: float, first: float, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has answered before has the whole patience, and its failures are not reported."""

    async def fails(calls: Calls, seconds: float) -> None:
        with pytest.raises(ConnectionLost) as lost:
            await calls.me()
        assert str(lost.value) == f"gave up after {seconds:g} seconds: TimeoutError"

    async def timeout(*_: object) -> str:
        raise TimeoutError

    async def test() -> None:
        desk = Desk((200, IDENTITY))
        async with desk.open(patience) as calls:
            with monkeypatch.context() as patch:
                patch.setattr(calls, "_ask", timeout)
                with naps.clock(patch):
                    await fails(calls, first)
            assert len(desk.told) == 1
            await calls.me()
            with monkeypatch.context() as patch:
                patch.setattr(calls, "_ask", timeout)
                with naps.clock(patch):
                    await fails(calls, patience)
            assert len(desk.told) == 1

    run(test())


def test_an_address_that_no_request_can_have_is_said_at_once(naps: Naps) -> None:
    async def test() -> None:
        calls = Calls("http://[", LONG)
        try:
            with pytest.raises(ConnectionLost) as lost:
                await calls.me()
            assert str(lost.value) == "'http://[' is not the address of a server"
            assert naps.taken == []
        finally:
            await calls.close()

    run(test())


class Broken(ssl.SSLError):
    """An error of TLS, as OpenSSL reports them."""

    def __init__(self, message: str = "", reason: str = "") -> None:
        super().__init__(1, "broken")
        self.verify_message = message
        self.reason = reason


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        (Broken("expired"), "its certificate is not trusted: expired"),
        (
            Broken(reason="WRONG_VERSION_NUMBER"),
            "it does not speak TLS; an address with http: may be right",
        ),
        (
            Broken(reason="RECORD_LAYER_FAILURE"),
            "it does not speak TLS; an address with http: may be right",
        ),
        (Broken(reason="OTHER"), "broken"),
    ],
)
def test_tls_that_fails_is_final_unless_the_server_has_answered(
    cause: Broken, told: str, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy may be about to restart."""
    key = cast(Any, None)
    errors: list[Exception] = [aiohttp.ClientConnectorSSLError(key, cause)]
    asked = Calls._ask

    async def ask(self: Calls, *arguments: Any) -> str:
        if errors:
            raise errors.pop()
        return await asked(self, *arguments)

    monkeypatch.setattr(Calls, "_ask", ask)

    async def test() -> None:
        desk = Desk((200, IDENTITY))
        async with desk.open() as calls:
            with pytest.raises(ConnectionLost) as lost:
                await calls.me()
            assert str(lost.value) == f"no TLS with {desk.address}: {told}"
            assert (naps.taken, desk.told) == ([], [])
            assert await calls.me() == "Guest 123"
            errors.append(aiohttp.ClientConnectorSSLError(key, cause))
            assert await calls.me() == "Guest 123"
            assert len(naps.taken) == 1

    run(test())


def test_tls_that_never_works_again_is_given_up_with_the_reason(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = cast(Any, SimpleNamespace(host="there", port=443, ssl=True))
    error = aiohttp.ClientConnectorSSLError(key, Broken("expired"))

    async def fail(*_: object) -> str:
        raise error

    async def test() -> None:
        desk = Desk((200, IDENTITY))
        async with desk.open() as calls:
            await calls.me()
            monkeypatch.setattr(calls, "_ask", fail)
            with naps.clock(monkeypatch), pytest.raises(ConnectionLost) as lost:
                await calls.me()
            assert str(lost.value) == f"gave up after {LONG:g} seconds: {error}"

    run(test())


def test_a_certificate_error_is_the_cause() -> None:
    error = aiohttp.ClientConnectorCertificateError(cast(Any, None), Broken("self-signed"))
    assert module._tls_failure(error) == "its certificate is not trusted: self-signed"


@pytest.mark.parametrize("code", ["Q", "", "nonsense!", "ABCDEFGHJKLMN", "AB/D"])
def test_an_invalid_code_is_never_part_of_an_address(code: str) -> None:
    async def test() -> None:
        desk = Desk((200, {}))
        async with desk.open() as calls:
            for call in (
                calls.summary(code),
                calls.history(code),
                calls.record(code, 1),
                calls.socket(code, None),
            ):
                with pytest.raises(Refused) as refused:
                    await call
                assert refused.value.reason is Reason.UNKNOWN_TABLE
                assert refused.value.detail == "a code is 4 to 12 letters"
            assert desk.asked == []

    run(test())


@pytest.mark.parametrize(("since", "query"), [(None, ""), (0, "?since=0"), (7, "?since=7")])
def test_a_socket_is_opened_with_everything_it_needs(
    since: int | None, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str, dict[str, Any]]] = []

    async def connect(_: object, address: str, **options: Any) -> None:
        opened.append((address, options))

    monkeypatch.setattr(aiohttp.ClientSession, "ws_connect", connect)

    async def test() -> None:
        calls = Calls("http://there", LONG)
        calls.token = "mine"
        await calls.socket("krtm", since)
        await calls.close()

    run(test())
    (address, options) = opened[0]
    assert address == f"http://there/api/tables/KRTM/socket{query}"
    assert options == {
        "headers": {"Authorization": "Bearer mine"},
        "heartbeat": HEARTBEAT,
        "max_msg_size": 0,  # a welcome after a long absence is large
    }
    assert HEARTBEAT < 25, "the client asks before the server does"


def test_connections_of_calls_are_used_again_and_those_of_sockets_are_not() -> None:
    async def test() -> None:
        calls = Calls("http://there", LONG)
        session = calls._open()
        fresh = calls._open(fresh=True)
        assert calls._open() is session
        assert calls._open(fresh=True) is fresh
        for one, is_fresh in ((session, False), (fresh, True)):
            connector = one.connector
            assert connector is not None
            assert connector.force_close is is_fresh
            assert one.timeout is TIMEOUT
        await calls.close()
        assert session.closed
        assert fresh.closed
        again = calls._open()
        assert not again.closed, "a closed client can be opened again"
        await calls.close()

    asyncio.run(test())
    assert (TIMEOUT.total, TIMEOUT.sock_connect) == (30, 10)


def test_an_announcement_is_reported_as_one_plain_line() -> None:
    told: list[str] = []
    calls = Calls("http://there", LONG, told.append)
    calls.announced("back\nat\x1b[1m ten", 1)
    calls.announced("back\nat\x1b[1m ten", 1)
    calls.announced("now", 2)
    assert told == [
        "the administrator of http://there says: back at [1m ten",
        "the administrator of http://there says: now",
    ]


def test_nothing_is_reported_unless_it_is_asked_for() -> None:
    Calls("http://there", LONG).announced("ten", 1)


def test_settings_of_a_wrong_type_are_never_sent() -> None:
    async def test() -> None:
        desk = Desk((200, {"code": "KRTM"}))
        async with desk.open() as calls:
            with pytest.raises(TypeError):
                await calls.create(Settings(players=cast(int, "3")), ())
            assert desk.asked == []

    run(test())
