"""Handshakes of sockets: which ones are accepted, from whom, and who has left meanwhile."""

import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.server.sockets.websocket import Request, Session, Sockets
from tests.server.headers import SECURITY_HEADERS
from tests.server.raw import config, run, running_server


def test_a_long_query_is_no_error() -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            for query in ("&" * 1000, "since=1&" * 100):
                reader, writer = await server.socket(f"/api/tables/{code}/socket?{query}")
                assert (await reader.readline()).startswith(b"HTTP/1.1 101")
                writer.close()

    run(test())


def test_what_is_no_handshake_is_refused() -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            plain = await server.call("GET", f"/api/tables/{code}/socket")
            detail = "expected the handshake of a WebSocket"
            assert (plain.status, plain.json) == (400, {"reason": "bad-message", "detail": detail})
            reader, writer = await server.socket("/api/tables/K1/socket")
            assert (await reader.readline()).startswith(b"HTTP/1.1 404")
            writer.close()

    run(test())


def test_an_accepted_handshake_has_the_headers_and_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            reader, writer = await server.socket(f"/api/tables/{code}/socket")
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            assert head[0] == "HTTP/1.1 101 Switching Protocols"
            writer.close()
            told = dict(line.split(": ", 1) for line in head[1:-2])
            assert SECURITY_HEADERS.items() <= told.items()
            named = {name.lower(): value for name, value in told.items()}
            assert named["sec-websocket-accept"] == "ICX+Yqv66kxgM0FcWaLWlFLwTAI="
            assert "sec-websocket-protocol" not in named

    with caplog.at_level(logging.DEBUG):
        run(test())
    assert [one for one in caplog.records if one.name.startswith("websockets")] == []


def test_handshakes_are_counted_by_the_address_that_a_proxy_reports() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(sockets=Rate(1, 0.001))
        its = config(limits=limits, public_url="http://skull.example.org")
        async with running_server(its) as server:
            code = await server.table(await server.newcomer())
            for address, status in (("192.0.2.1", 101), ("192.0.2.2", 101), ("192.0.2.1", 429)):
                path, reported = f"/api/tables/{code}/socket", f"X-Forwarded-For: {address}"
                reader, writer = await server.socket(path, reported)
                assert int((await reader.readline()).split()[1]) == status
                writer.close()

    run(test())


@pytest.mark.parametrize("is_reset", [False, True])
def test_whoever_has_left_by_the_end_of_the_handshake_opens_nothing(
    monkeypatch: pytest.MonkeyPatch, is_reset: bool
) -> None:
    async def prepare(response: web.StreamResponse, request: web.BaseRequest) -> None:
        if is_reset:
            raise ConnectionResetError

    monkeypatch.setattr(web.StreamResponse, "prepare", prepare)
    asked: list[str] = []

    def session(request: Request) -> Session:
        asked.append(request.path)
        return cast(Session, SimpleNamespace())  # anything that is called fails

    async def test() -> None:
        headers = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }  # fmt: skip
        transport: Any = SimpleNamespace(
            is_closing=lambda: True, get_extra_info=lambda *_: ("192.0.2.1", 1)
        )
        request = make_mocked_request("GET", "/socket?since=1", headers, transport=transport)
        assert (await Sockets(session).socket(request)).status == 101

    run(test())
    assert asked == ["/socket?since=1"]
