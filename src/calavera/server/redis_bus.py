"""A bus over Redis, or over Valkey, which speaks the same.

Every server says something at least each half second, and hears its own voice among the others'.
While it does, the bus is well; where it does not, for whatever reason, the server looks into the
store more often until it does again.
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

from calavera.server.bus import BusError, Heard
from calavera.server.notes import Hello, Note, read_notes, sender_of, write_notes
from calavera.server.store import without_secrets

_LOGGER: Final = logging.getLogger("calavera.bus")

BEAT: Final = 0.5
"""Seconds between two signs of life."""

DEAF: Final = 1.5
"""Seconds without one's own voice after which a bus is not well."""

GATHERING: Final = 0.005
"""Seconds in which notes gather: a message costs its hearers as much as a hundred notes."""

PAUSE: Final = 0.2
"""Seconds until a lost connection is tried again."""

WARNING_AGAIN: Final = 60.0
"""Seconds between two lines in the log while it is not well."""

MOST_UNTOLD: Final = 10_000
"""Notes that may wait; the oldest are dropped, for the store has it all."""

LOST: Final = (RedisError, OSError, TimeoutError)

CHANNELS: Final = "calavera:"
"""How the names of all channels begin, so that a user can be allowed these alone."""

WRONG_PASSWORD: Final = "the password is wrong or missing"

OPTIONS: Final[dict[str, Any]] = {
    "socket_connect_timeout": DEAF,
    "socket_timeout": DEAF,
    "retry": Retry(NoBackoff(), 0),
}
"""How to connect: whoever waits longer than this does not need the bus any more."""


def why(error: Exception) -> str:
    """What is wrong, in words of ours: those of an error may quote anything."""
    if isinstance(error, AuthenticationError) or "authenticated" in str(error):
        return WRONG_PASSWORD
    if isinstance(error, ResponseError):
        return "it refuses what it is asked"
    return "no connection"


class RedisBus:
    """All servers of a store on one channel."""

    def __init__(self, address: str, store: str) -> None:
        self.sender = secrets.token_hex(8)
        self._shown = without_secrets(address)
        self._why = "nothing comes back"
        # The name itself is a key, of the hashes on the bus: it is not told.
        self._channel = f"{CHANNELS}{hashlib.sha256(store.encode()).hexdigest()[:24]}"
        try:
            self._teller, self._listener = (
                Redis.from_url(address, **OPTIONS),
                Redis.from_url(address, **OPTIONS),
            )
        except ValueError:  # its words may quote a password
            raise BusError("a bus is redis://HOST:PORT") from None
        self.failures = 0
        """How often a message could not be published, or the subscription was lost."""
        self._untold: list[Note] = []
        self._come = asyncio.Event()
        self._heard: Heard = lambda sender, notes: None
        self._loop = asyncio.get_running_loop()
        self._heard_myself = -DEAF
        self._is_closing = False
        self._was_well = False
        self._warn_at = self._loop.time() + DEAF
        self._tasks = [asyncio.ensure_future(self._speak()), asyncio.ensure_future(self._hear())]

    @property
    def is_well(self) -> bool:
        """Whether the own voice was heard lately."""
        return self._loop.time() - self._heard_myself < DEAF

    def listen(self, heard: Heard) -> None:
        """Tell somebody what the others say."""
        self._heard = heard

    def tell(self, note: Note) -> None:
        """Tell the others, together with what else comes in a moment."""
        if len(self._untold) >= MOST_UNTOLD:
            del self._untold[: MOST_UNTOLD // 2]
        self._untold.append(note)
        self._come.set()

    async def close(self) -> None:
        """Say what is left, and no more."""
        with contextlib.suppress(*LOST):
            if self._untold and self.is_well:
                await self._publish()
        # The library may take a cancellation for a broken connection: so it is said twice.
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=DEAF)
        for client in (self._teller, self._listener):
            with contextlib.suppress(*LOST):
                await client.aclose()

    # Speaking.

    async def _speak(self) -> None:
        while not self._is_closing:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._come.wait()
                await asyncio.sleep(GATHERING)
            self._come.clear()
            try:
                await self._publish()
            except LOST as error:
                self._why = why(error)
                self._failed()
                await asyncio.sleep(PAUSE)
            self._report()

    async def _publish(self) -> None:
        notes, self._untold = self._untold, []
        async with asyncio.timeout(DEAF):
            await self._teller.publish(self._channel, write_notes(self.sender, notes))

    def _failed(self) -> None:
        if not self._is_closing:
            self.failures += 1

    def _report(self) -> None:
        if self.is_well:
            if not self._was_well:
                _LOGGER.info("the bus is well")
            self._was_well, self._warn_at = True, self._loop.time()
        elif self._loop.time() >= self._warn_at:
            _LOGGER.warning(
                "the bus at %s does not answer (%s); servers hear of each other later",
                self._shown,
                self._why,
            )
            self._was_well, self._warn_at = False, self._loop.time() + WARNING_AGAIN

    # Hearing.

    async def _hear(self) -> None:
        while not self._is_closing:
            try:
                async with self._listener.pubsub() as channel:
                    async with asyncio.timeout(DEAF):
                        await channel.subscribe(self._channel)
                    self.tell(Hello())
                    await self._hear_on(channel)
            except LOST:
                pass
            self._failed()  # however it ended: what others say now is lost
            await asyncio.sleep(PAUSE)

    async def _hear_on(self, channel: Any) -> None:
        """Until nothing comes any more: not even what this server says itself."""
        began = self._loop.time()
        while not self._is_closing:
            got = await channel.get_message(timeout=DEAF)
            if self._loop.time() - max(began, self._heard_myself) > 2 * DEAF:
                return
            message = got["data"] if got is not None else None
            if not isinstance(message, bytes):  # nothing, or that the channel is open
                continue
            sender = sender_of(message)
            if sender == self.sender:
                self._heard_myself = self._loop.time()
            else:
                self._pass_on(sender, message)

    def _pass_on(self, sender: str, message: bytes) -> None:
        try:
            self._heard(sender, read_notes(message))
        except Exception:  # one message must not make the server deaf
            _LOGGER.exception("a message of another server could not be followed")
