"""A bus over Redis or Valkey.

Every server publishes a heartbeat each half second, and receives its own among the others'. While
it does, the bus is healthy; otherwise the server polls the store more often.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from calavera.server.cluster.bus import BusError, Handler
from calavera.server.cluster.notifications import (
    Hello,
    Notification,
    decode_notifications,
    encode_notifications,
    sender_of,
)
from calavera.server.stores.interface import without_secrets

_LOGGER: Final = logging.getLogger("calavera.bus")

BEAT: Final = 0.5
"""Seconds between two heartbeats."""

TIMEOUT: Final = 1.5
"""Seconds without an echo of its own heartbeat after which a bus is unhealthy."""

BATCHING: Final = 0.005
"""Seconds in which notifications are batched: a message costs as much as a hundred of them."""

PAUSE: Final = 0.2
"""Seconds between two attempts to connect."""

WARN_EVERY: Final = 60.0
"""Seconds between two warnings while the bus is unhealthy."""

MOST_QUEUED: Final = 10_000
"""Notifications that may wait; the oldest are dropped, for the store has everything."""

LOST: Final = (RedisError, OSError, TimeoutError)

CHANNELS: Final = "calavera:"
"""The prefix of all channels, for access control lists."""

WRONG_PASSWORD: Final = "the password is wrong or missing"

OPTIONS: Final[dict[str, Any]] = {
    "socket_connect_timeout": TIMEOUT,
    "socket_timeout": TIMEOUT,
    "retry": Retry(NoBackoff(), 0),
}
"""How to connect: a notification that waits longer than this is useless."""


def explain(error: Exception) -> str:
    """What is wrong, without the error's own message, which may quote anything."""
    if isinstance(error, AuthenticationError) or "authenticated" in str(error):
        return WRONG_PASSWORD
    if isinstance(error, ResponseError):
        return "it refuses the command"
    return "no connection"


class RedisBus:
    """One channel for all servers of a store."""

    def __init__(self, address: str, store: str) -> None:
        self.sender = secrets.token_hex(8)
        self._shown = without_secrets(address)
        self._reason = "no message comes back"
        # The name is the key of the HMACs on the bus, so it must not appear there.
        self._channel = f"{CHANNELS}{hashlib.sha256(store.encode()).hexdigest()[:24]}"
        try:
            self._publisher, self._subscriber = (
                Redis.from_url(address, **OPTIONS),
                Redis.from_url(address, **OPTIONS),
            )
        except ValueError:  # its words may quote a password
            raise BusError("a bus is redis://HOST:PORT") from None
        self.failures = 0
        self._queue: list[Notification] = []
        self._has_news = asyncio.Event()
        self._handler: Handler = lambda sender, notifications: None
        self._loop = asyncio.get_running_loop()
        self._echoed_at = -TIMEOUT
        self._is_closing = False
        self._was_healthy = False
        self._warn_at = self._loop.time() + TIMEOUT
        self._tasks = [
            asyncio.ensure_future(self._publish_all()),
            asyncio.ensure_future(self._receive_all()),
        ]

    @property
    def is_healthy(self) -> bool:
        """Whether its own heartbeat came back lately."""
        return self._loop.time() - self._echoed_at < TIMEOUT

    def subscribe(self, handler: Handler) -> None:
        self._handler = handler

    def publish(self, notification: Notification) -> None:
        if len(self._queue) >= MOST_QUEUED:
            del self._queue[: MOST_QUEUED // 2]
        self._queue.append(notification)
        self._has_news.set()

    async def close(self) -> None:
        with contextlib.suppress(*LOST):
            if self._queue and self.is_healthy:
                await self._publish()
        # The library may mistake the cancellation for a lost connection, hence the flag.
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=TIMEOUT)
        for client in (self._publisher, self._subscriber):
            with contextlib.suppress(*LOST):
                await client.aclose()

    async def _publish_all(self) -> None:
        while not self._is_closing:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._has_news.wait()
                await asyncio.sleep(BATCHING)
            self._has_news.clear()
            try:
                await self._publish()
            except LOST as error:
                self._reason = explain(error)
                self._failed()
                await asyncio.sleep(PAUSE)
            self._report()

    async def _publish(self) -> None:
        queue, self._queue = self._queue, []
        async with asyncio.timeout(TIMEOUT):
            await self._publisher.publish(self._channel, encode_notifications(self.sender, queue))

    def _failed(self) -> None:
        if not self._is_closing:
            self.failures += 1

    def _report(self) -> None:
        if self.is_healthy:
            if not self._was_healthy:
                _LOGGER.info("the bus is healthy")
            self._was_healthy, self._warn_at = True, self._loop.time()
        elif self._loop.time() >= self._warn_at:
            _LOGGER.warning(
                "the bus at %s does not answer (%s); other servers are noticed later",
                self._shown,
                self._reason,
            )
            self._was_healthy, self._warn_at = False, self._loop.time() + WARN_EVERY

    async def _receive_all(self) -> None:
        while not self._is_closing:
            try:
                async with self._subscriber.pubsub() as channel:
                    async with asyncio.timeout(TIMEOUT):
                        await channel.subscribe(self._channel)
                    self.publish(Hello())
                    await self._receive_from(channel)
            except LOST:
                pass
            self._failed()  # notifications are lost until the next subscription
            await asyncio.sleep(PAUSE)

    async def _receive_from(self, channel: Any) -> None:
        """Receive until nothing comes any more, not even the server's own heartbeat."""
        began = self._loop.time()
        while not self._is_closing:
            got = await channel.get_message(timeout=TIMEOUT)
            if self._loop.time() - max(began, self._echoed_at) > 2 * TIMEOUT:
                return
            message = got["data"] if got is not None else None
            if not isinstance(message, bytes):  # a timeout, or the confirmation
                continue
            sender = sender_of(message)
            if sender == self.sender:
                self._echoed_at = self._loop.time()
            else:
                self._handle(sender, message)

    def _handle(self, sender: str, message: bytes) -> None:
        try:
            self._handler(sender, decode_notifications(message))
        except Exception:  # one message must not end the subscription
            _LOGGER.exception("a message of another server could not be handled")
