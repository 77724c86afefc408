"""The bus on which servers of one store notify each other.

A bus may lose any notification at any time: the store is authoritative, and every server polls it.
The bus only saves the waiting. The same tests hold for every implementation.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from calavera.server.cluster.notifications import (
    Notification,
    decode_notifications,
    encode_notifications,
)

Handler: TypeAlias = Callable[[str, Sequence[Notification]], None]
"""Called with the sender and its notifications; none at all is a heartbeat."""


class BusError(Exception):
    """The bus cannot be used; the message says why."""


class Bus(Protocol):
    """Publishes notifications to the other servers, and receives theirs."""

    @property
    def sender(self) -> str:
        """The unique name of this server."""

    @property
    def is_healthy(self) -> bool:
        """Whether notifications arrive, as far as can be known."""

    @property
    def failures(self) -> int:
        """How often publishing failed or the subscription was lost, since the start."""

    def subscribe(self, handler: Handler) -> None:
        """Call a handler on the event loop for every message of another server."""

    def publish(self, notification: Notification) -> None:
        """Notify the others; never blocks, and may lose it."""

    async def close(self) -> None: ...


class LocalHub:
    """Connects buses within one process."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus:
    """The bus of a single server, or of several in one process."""

    failures = 0

    def __init__(self, hub: LocalHub | None = None) -> None:
        self.sender = secrets.token_hex(8)
        self.is_healthy = True
        """Whether no server runs on the store that this bus does not reach."""
        self._hub = hub or LocalHub()
        self._hub.buses.append(self)
        self._handler: Handler = lambda sender, notifications: None

    def subscribe(self, handler: Handler) -> None:
        self._handler = handler

    def publish(self, notification: Notification) -> None:
        others = [bus for bus in self._hub.buses if bus is not self]
        if others:
            message = encode_notifications(self.sender, [notification])
            for bus in others:
                asyncio.get_running_loop().call_soon(bus._receive, self.sender, message)

    def _receive(self, sender: str, message: bytes) -> None:
        if self in self._hub.buses:
            self._handler(sender, decode_notifications(message))

    async def close(self) -> None:
        if self in self._hub.buses:
            self._hub.buses.remove(self)
