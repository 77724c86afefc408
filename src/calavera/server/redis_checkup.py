"""What `calavera doctor` asks a Redis or Valkey: whether a message comes back, and how soon."""

import asyncio
import secrets
import time
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from calavera.server.findings import Finding, bad, good, note
from calavera.server.redis_bus import CHANNELS, DEAF, LOST, OPTIONS, WRONG_PASSWORD, why
from calavera.server.store import without_secrets

SLOW: Final = 0.02
"""Seconds after which moves come noticeably later to people at other servers."""

OFTEN: Final = 5
"""The quickest of so many messages counts."""


async def look_at_redis(address: str) -> Finding:
    """Whether servers could hear of each other there."""
    try:
        client = Redis.from_url(address, **OPTIONS)
        try:
            async with asyncio.timeout(OFTEN * DEAF):
                name = await _name(client)
                took = min([await _round_trip(client) for _ in range(OFTEN)])
        finally:
            await client.aclose()
    except ValueError:  # its words may quote a password
        return bad(f"there is no bus at {without_secrets(address)}: a bus is redis://HOST:PORT")
    except LOST as error:
        words = str(error).partition("\n")[0] or "no message came back in time"
        reason = WRONG_PASSWORD if why(error) == WRONG_PASSWORD else words
        return bad(f"the bus does not answer at {without_secrets(address)}: {reason}")
    told = f"the bus ({name}) brings a message in {1000 * took:.1f} ms"
    return good(told) if took < SLOW else note(f"{told}; servers hear of each other late")


async def _name(client: "Redis[bytes]") -> str:
    try:
        facts = await client.info("server")
    except ResponseError:  # who may only speak and listen is not told
        return "Redis, or what speaks like it"
    if "valkey_version" in facts:
        return f"Valkey {facts['valkey_version']}"
    return f"Redis {facts.get('redis_version', 'of an unknown version')}"


async def _round_trip(client: "Redis[bytes]") -> float:
    """Seconds from saying something to hearing it, on a channel that no server listens to."""
    channel = f"{CHANNELS}doctor:{secrets.token_hex(8)}"
    async with client.pubsub() as ear:
        await ear.subscribe(channel)
        await _next(ear, "subscribe")  # else what is said could be too early
        began = time.perf_counter()
        await client.publish(channel, b"")
        await _next(ear, "message")
        return time.perf_counter() - began


async def _next(ear: Any, kind: str) -> None:
    async with asyncio.timeout(DEAF):
        while (got := await ear.get_message(timeout=DEAF)) is None or got["type"] != kind:
            pass
