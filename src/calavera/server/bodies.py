"""Reads the bodies of calls and writes their answers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web

from calavera.record.codec_error import CodecError
from calavera.record.json_text import Json, read_json, write_json
from calavera.server.transport import PATIENCE
from calavera.table.reasons import Reason, Refused


def answer_json(data: Json, status: int = 200) -> web.Response:
    """An answer in JSON."""
    return web.Response(body=write_json(data), status=status, content_type="application/json")


async def read_long(request: web.Request, most: int) -> bytes:
    """A text that may be longer than other calls are."""
    text = b""
    async with _in_time():
        async for piece in request.content.iter_any():
            text += piece
            if len(text) > most:
                raise Refused(Reason.TOO_LARGE, f"expected up to {most:,} bytes")
    return text


@contextlib.asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    """Nobody holds a connection by sending a body drop by drop."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise web.HTTPRequestTimeout(reason="timed out reading the body") from None


async def read_object(request: web.Request, keys: set[str]) -> dict[str, Any]:
    """The object that a call carries, with no other keys than these."""
    async with _in_time():
        text = await request.read()
    if not text:
        return {}
    if request.content_type != "application/json":
        raise Refused(Reason.BAD_MESSAGE, "expected application/json")
    try:
        data = read_json(text)
    except CodecError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    if not isinstance(data, dict) or not data.keys() <= keys:
        raise Refused(Reason.BAD_MESSAGE, f"expected an object with {', '.join(sorted(keys))}")
    return data
