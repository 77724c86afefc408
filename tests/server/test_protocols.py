"""A browser that sits at a table as several people: the token goes among the protocols."""

import asyncio
from typing import Any

import aiohttp

from calavera.server.house import Plan
from calavera.server.limits import UNLIMITED
from calavera.server.serve import running


async def _identity(session: aiohttp.ClientSession) -> str:
    async with session.post("/api/identities") as answer:
        token: str = (await answer.json())["token"]
        return token


async def _welcome(
    session: aiohttp.ClientSession, code: str, *protocols: str, **headers: str
) -> tuple[str | None, dict[str, Any]]:
    """The chosen protocol, and who the table takes the caller for."""
    address = f"/api/tables/{code}/socket"
    async with session.ws_connect(address, protocols=protocols, headers=headers) as socket:
        message = await socket.receive_json()
        you: dict[str, Any] = message["you"]
        return socket.protocol, you


def test_the_token_among_the_protocols_says_who_it_is_and_never_comes_back() -> None:
    async def test() -> None:
        plan = Plan(port=0, store="sqlite:///", limits=UNLIMITED)
        async with (
            running(plan) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        ):
            host, other = await _identity(session), await _identity(session)
            bearer = {"Authorization": f"Bearer {host}"}
            async with session.post("/api/tables", headers=bearer) as answer:
                code = (await answer.json())["code"]

            chosen, you = await _welcome(session, code, "calavera", f"calavera.token.{host}")
            assert chosen == "calavera"
            assert you["host"] is True

            # It counts for more than the cookie: one browser, several people.
            cookie = {"Cookie": f"calavera={host}"}
            chosen, you = await _welcome(
                session, code, "calavera", f"calavera.token.{other}", **cookie
            )
            assert chosen == "calavera"
            assert you["host"] is False

            chosen, you = await _welcome(session, code, **cookie)
            assert chosen is None
            assert you["host"] is True

            # Whoever offers the token alone is told no protocol: the token is in no answer.
            chosen, you = await _welcome(session, code, f"calavera.token.{host}")
            assert chosen is None
            assert you["host"] is True

            chosen, you = await _welcome(session, code, "calavera", "calavera.token.nobody")
            assert chosen == "calavera"
            assert you["host"] is False

    asyncio.run(test())
