"""Reviews a finished game that somebody uploads, line by line. Nothing of it is kept."""

import json
from contextlib import aclosing, suppress

from aiohttp import web

from calavera.protocol.reasons import Reason, Refused
from calavera.server.limits.review_pool import ReviewPool


async def stream_review(
    request: web.Request, pool: ReviewPool, address: str, text: bytes
) -> web.StreamResponse:
    """Lines of JSON: progress, then the review; raises Refused before anything is sent."""
    response = web.StreamResponse(
        headers={"Content-Type": "application/x-ndjson", "Cache-Control": "no-store"}
    )
    async with aclosing(pool.lines(address, text)) as lines:
        try:
            first = await anext(lines, b"")
        except TimeoutError:
            first = b""
        _check(first)
        # The client may leave, which ends the process; one that takes too long ends the answer.
        with suppress(ConnectionResetError, TimeoutError):
            await response.prepare(request)
            await response.write(first)
            async for line in lines:
                await response.write(line)
            await response.write_eof()
    return response


def _check(line: bytes) -> None:
    """Raise Refused if the first line says so, or if there is none."""
    told = json.loads(line) if line else {"refused": Reason.BUSY.value, "detail": "try again"}
    if "refused" in told:
        raise Refused(Reason(told["refused"]), told["detail"])
