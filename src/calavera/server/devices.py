"""Which devices a person is connected with, so that the first hears of a second one.

A device is a browser family on a system in a network: two tabs, a reconnect and an update of the
browser are the same device, a browser on another machine or another browser is not. Each is told of
once while somebody is connected under that identity; what is told names nobody.
"""

import asyncio
import hmac
import ipaddress
import re
from typing import Final

from calavera.server.bus import Bus
from calavera.server.notes import Connected, Revoked
from calavera.server.store import Store, StoreError
from calavera.table.messages import ByeReason, NewDevice
from calavera.table.ports import Listener
from calavera.table.shapes import SERVER_MESSAGE

CHECK: Final = 60.0
"""Seconds between two looks at whether the tokens of open sockets hold."""

NEW_DEVICE: Final = SERVER_MESSAGE.write(NewDevice()).encode("ascii")

BROWSERS: Final = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""By the first of these words that stands in a user agent: later ones stand in many."""

SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iOS", "iPad": "iOS", "CrOS": "ChromeOS",
    "Windows": "Windows", "Mac OS X": "macOS", "Linux": "Linux",
}  # fmt: skip
_PRODUCT: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")
_NETWORK: Final = {4: 24, 6: 64}
"""How many bits of an address name the network: the rest changes on the same device."""


def family(user_agent: str) -> str:
    """What people call such a program: `Firefox, Android`, `Python`; empty where it is unknown."""
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), "")
    if not browser or not user_agent.startswith("Mozilla/"):
        product = _PRODUCT.match(user_agent)
        return product[0] if product else ""
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), "")
    return f"{browser}, {system}" if system else browser


def network(address: str) -> str:
    """The network of an address; what is no address is its own."""
    try:
        version = ipaddress.ip_address(address).version
        return str(ipaddress.ip_network(f"{address}/{_NETWORK[version]}", strict=False))
    except ValueError:
        return address


class _Person:
    """Everything that is open under one identity."""

    def __init__(self) -> None:
        self.open: dict[Listener, str] = {}
        """The connections, with the hashes of the tokens that they were opened with."""
        self.devices: dict[Listener, str] = {}
        """Those of them that play, with their devices."""
        self.known: set[str] = set()
        """The devices that were told of."""


class Devices:
    """The connections to this server; those to others are heard of on the bus."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._people: dict[str, _Person] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def opened(self, listener: Listener, identity: str, token: str) -> None:
        """A socket was opened with the token of this hash."""
        self._people.setdefault(identity, _Person()).open[listener] = token

    def came(self, listener: Listener, identity: str, user_agent: str, address: str) -> None:
        """Whoever opened it is at a table: the same person's other devices are told."""
        person = self._people.get(identity)
        if person is None or listener not in person.open:
            return
        described = f"{family(user_agent)} {network(address)}"
        device = hmac.digest(self._store.name.encode(), described.encode(), "sha256").hex()[:24]
        if device not in person.devices.values():
            self._bus.tell(Connected(identity, device))
        self._tell(person, device)
        person.devices[listener] = device

    def closed(self, listener: Listener, identity: str) -> None:
        """A socket was closed."""
        person = self._people.get(identity)
        if person is not None:
            person.open.pop(listener, None)
            person.devices.pop(listener, None)
            if not person.open:
                del self._people[identity]

    def connected_elsewhere(self, note: Connected) -> None:
        """Somebody is connected to another server."""
        person = self._people.get(note.identity)
        if person is not None:
            self._tell(person, note.device)

    def _tell(self, person: _Person, device: str) -> None:
        if device not in person.known:
            person.known.add(device)
            for listener in [*person.devices]:
                listener.send(NEW_DEVICE)

    # Revoked tokens.

    async def revoked(self, identity: str) -> None:
        """Tokens of an identity were revoked: close what was opened with them, everywhere."""
        self._bus.tell(Revoked(identity))
        await self._check(identity)

    def revoked_elsewhere(self, note: Revoked) -> None:
        """Another server has revoked tokens."""
        if note.identity in self._people:
            task = asyncio.ensure_future(self._check(note.identity))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def watch(self) -> None:
        """Again and again: look at all tokens in use, for what is told on the bus may be lost."""
        while True:
            await asyncio.sleep(CHECK)
            if self._store.is_shared:
                await self._check(*self._people)

    async def _check(self, *identities: str) -> None:
        """Close what was opened with a token that does not hold any more."""
        people = [self._people[one] for one in identities if one in self._people]
        open_now = [pair for person in people for pair in person.open.items()]
        if not open_now:
            return
        try:
            holding = await self._store.tokens.holding({token for _, token in open_now})
        except StoreError:  # the next look finds it
            return
        for listener, token in open_now:
            if token not in holding:
                listener.close(ByeReason.SIGNED_OUT)

    def stop(self) -> None:
        """Leave nothing under way."""
        for task in self._tasks:
            task.cancel()
