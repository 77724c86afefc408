"""Reads request bodies and writes JSON responses."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web

from calavera.calls.bodies import object_in
from calavera.protocol.reasons import Reason, Refused
from calavera.record.codec.json_text import Json, write_json
from calavera.server.net.connections import PATIENCE


def json_response(data: Json, status: int = 200) -> web.Response:
    return web.Response(body=write_json(data), status=status, content_type="application/json")


async def read_large(request: web.Request, most: int) -> bytes:
    """A body that may be longer than `client_max_size`."""
    text = b""
    async with _deadline():
        async for piece in request.content.iter_any():
            text += piece
            if len(text) > most:
                raise Refused(Reason.TOO_LARGE, f"expected up to {most:,} bytes")
    return text


@contextlib.asynccontextmanager
async def _deadline() -> AsyncIterator[None]:
    """Against clients that hold a connection by sending a body slowly."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise web.HTTPRequestTimeout(reason="timed out reading the body") from None


async def read_object(request: web.Request, keys: set[str]) -> dict[str, Any]:
    """The JSON object in a body, with only these keys."""
    async with _deadline():
        text = await request.read()
    if text and request.content_type != "application/json":
        raise Refused(Reason.BAD_MESSAGE, "expected application/json")
    return object_in(text, keys)
