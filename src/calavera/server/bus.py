"""How servers of one store hear of each other. The same suite of tests holds for every bus.

A bus may lose anything at any time: what counts is in the store, and every server looks there by
itself now and then. The bus only saves the waiting.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from calavera.server.notes import Note, read_notes, write_notes

Heard: TypeAlias = Callable[[str, Sequence[Note]], None]
"""Told who said what."""


class BusError(Exception):
    """There is no such bus; the message says why."""


class Bus(Protocol):
    """Tells the other servers, and hears from them."""

    @property
    def sender(self) -> str:
        """The name of this server: no other has it."""

    @property
    def is_well(self) -> bool:
        """Whether what is told is heard, as far as can be known."""

    @property
    def failures(self) -> int:
        """How often something could not be told, or what others say was lost, since the start."""

    def listen(self, heard: Heard) -> None:
        """Tell somebody what the others say, from now on, on the event loop.

        A message without notes says that its sender is alive.
        """

    def tell(self, note: Note) -> None:
        """Tell the others; never waits, and may be lost."""

    async def close(self) -> None:
        """Say no more."""


class Hall:
    """Where buses of one process hear each other."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus:
    """The bus of a server that is alone, or of several in one process."""

    failures = 0

    def __init__(self, hall: Hall | None = None) -> None:
        self.sender = secrets.token_hex(8)
        self.is_well = True
        """Whether there is nobody who does not hear it."""
        self._hall = hall or Hall()
        self._hall.buses.append(self)
        self._heard: Heard = lambda sender, notes: None

    def listen(self, heard: Heard) -> None:
        """Tell somebody what the others say."""
        self._heard = heard

    def tell(self, note: Note) -> None:
        """Tell the others; they read the same bytes as they would elsewhere."""
        others = [bus for bus in self._hall.buses if bus is not self]
        if others:
            message = write_notes(self.sender, [note])
            for bus in others:
                asyncio.get_running_loop().call_soon(bus._receive, self.sender, message)

    def _receive(self, sender: str, message: bytes) -> None:
        if self in self._hall.buses:
            self._heard(sender, read_notes(message))

    async def close(self) -> None:
        """Say no more."""
        if self in self._hall.buses:
            self._hall.buses.remove(self)
