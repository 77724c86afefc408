"""The checks of `calavera doctor` for Redis or Valkey: does a message come back, and how soon."""

import asyncio
import secrets
import time
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from calavera.server.cluster.redis_bus import (
    CHANNELS,
    LOST,
    OPTIONS,
    TIMEOUT,
    WRONG_PASSWORD,
    explain,
)
from calavera.server.ops.findings import Finding, bad, good, note
from calavera.server.stores.interface import without_secrets

SLOW: Final = 0.02
"""Seconds above which moves are noticeably late on other servers."""

ATTEMPTS: Final = 5
"""The quickest of these messages counts."""


async def check_redis(address: str) -> Finding:
    try:
        client = Redis.from_url(address, **OPTIONS)
        try:
            async with asyncio.timeout(ATTEMPTS * TIMEOUT):
                name = await _name(client)
                took = min([await _round_trip(client) for _ in range(ATTEMPTS)])
        finally:
            await client.aclose()
    except ValueError:  # its words may quote a password
        return bad(f"there is no bus at {without_secrets(address)}: a bus is redis://HOST:PORT")
    except LOST as error:
        words = str(error).partition("\n")[0] or "no message came back in time"
        reason = WRONG_PASSWORD if explain(error) == WRONG_PASSWORD else words
        return bad(f"the bus does not answer at {without_secrets(address)}: {reason}")
    summary = f"the bus ({name}) brings a message in {1000 * took:.1f} ms"
    return good(summary) if took < SLOW else note(f"{summary}; other servers are noticed late")


async def _name(client: "Redis[bytes]") -> str:
    try:
        facts = await client.info("server")
    except ResponseError:  # a user with publish and subscribe rights only
        return "Redis, or a compatible server"
    if "valkey_version" in facts:
        return f"Valkey {facts['valkey_version']}"
    return f"Redis {facts.get('redis_version', 'of an unknown version')}"


async def _round_trip(client: "Redis[bytes]") -> float:
    """Seconds from publishing to receiving, on a channel that no server uses."""
    channel = f"{CHANNELS}doctor:{secrets.token_hex(8)}"
    async with client.pubsub() as reader:
        await reader.subscribe(channel)
        await _next(reader, "subscribe")  # else the message could be too early
        began = time.perf_counter()
        await client.publish(channel, b"")
        await _next(reader, "message")
        return time.perf_counter() - began


async def _next(reader: Any, kind: str) -> None:
    async with asyncio.timeout(TIMEOUT):
        while (got := await reader.get_message(timeout=TIMEOUT)) is None or got["type"] != kind:
            pass
