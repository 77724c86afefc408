"""One browser as several people: the token is among the subprotocols."""

import asyncio
from typing import Any

import aiohttp

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED


async def _identity(session: aiohttp.ClientSession) -> str:
    async with session.post("/api/identities") as answer:
        token: str = (await answer.json())["token"]
        return token


async def _welcome(
    session: aiohttp.ClientSession, code: str, *protocols: str, **headers: str
) -> tuple[str | None, dict[str, Any]]:
    """The chosen subprotocol, and the caller's identity at the table."""
    address = f"/api/tables/{code}/socket"
    async with session.ws_connect(address, protocols=protocols, headers=headers) as socket:
        message = await socket.receive_json()
        you: dict[str, Any] = message["you"]
        return socket.protocol, you


def test_the_token_among_the_protocols_says_who_it_is_and_never_comes_back() -> None:
    async def test() -> None:
        config = ServerConfig(port=0, store="sqlite:///", limits=UNLIMITED)
        async with (
            running(config) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        ):
            host, other = await _identity(session), await _identity(session)
            bearer = {"Authorization": f"Bearer {host}"}
            async with session.post("/api/tables", headers=bearer) as answer:
                code = (await answer.json())["code"]

            chosen, you = await _welcome(session, code, "calavera", f"calavera.token.{host}")
            assert chosen == "calavera"
            assert you["host"] is True

            # It overrides the cookie: one browser, several people.
            cookie = {"Cookie": f"calavera={host}"}
            chosen, you = await _welcome(
                session, code, "calavera", f"calavera.token.{other}", **cookie
            )
            assert chosen == "calavera"
            assert you["host"] is False

            chosen, you = await _welcome(session, code, **cookie)
            assert chosen is None
            assert you["host"] is True

            # A client that offers only the token gets no protocol: no answer contains the token.
            chosen, you = await _welcome(session, code, f"calavera.token.{host}")
            assert chosen is None
            assert you["host"] is True

            chosen, you = await _welcome(session, code, "calavera", "calavera.token.nobody")
            assert chosen == "calavera"
            assert you["host"] is False

    asyncio.run(test())
