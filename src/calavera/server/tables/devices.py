"""Notifies a person's other devices when a new one connects, and signs devices out.

A device is a browser family on an operating system in a network: two tabs, a reconnect and a
browser update are the same device, another browser or machine is not. Each is announced once while
the person is connected; the message names nobody.
"""

import asyncio
import hmac
import ipaddress
import re
from typing import Final

from calavera.protocol.messages import ByeReason, NewDevice
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import Connected, Revoked
from calavera.server.stores.interface import Store, StoreError
from calavera.table.live.ports import Listener

CHECK: Final = 60.0
"""Seconds between two checks of the tokens of open sockets."""

NEW_DEVICE: Final = SERVER_MESSAGE.write(NewDevice()).encode("ascii")

BROWSERS: Final = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""By the first of these words in a user agent: later ones occur in many."""

SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iOS", "iPad": "iOS", "CrOS": "ChromeOS",
    "Windows": "Windows", "Mac OS X": "macOS", "Linux": "Linux",
}  # fmt: skip
_PRODUCT: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")
_NETWORK: Final = {4: 24, 6: 64}
"""Prefix lengths: the rest of an address may change on the same device."""


def family(user_agent: str) -> str:
    """What people call a user agent: `Firefox, Android`, `Python`; empty if unknown."""
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), "")
    if not browser or not user_agent.startswith("Mozilla/"):
        product = _PRODUCT.match(user_agent)
        return product[0] if product else ""
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), "")
    return f"{browser}, {system}" if system else browser


def network(address: str) -> str:
    """The network of an address; the text itself if it is not an address."""
    try:
        version = ipaddress.ip_address(address).version
        return str(ipaddress.ip_network(f"{address}/{_NETWORK[version]}", strict=False))
    except ValueError:
        return address


class _Person:
    """The open connections of one identity."""

    def __init__(self) -> None:
        self.open: dict[Listener, str] = {}
        """Connections, with the hash of the token of each."""
        self.devices: dict[Listener, str] = {}
        """The connections at a table, with the device of each."""
        self.known: set[str] = set()
        """The devices that were announced."""


class Devices:
    """The connections to this server; the bus reports those to others."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._people: dict[str, _Person] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def opened(self, listener: Listener, identity: str, token: str) -> None:
        """A socket was opened with the token of this hash."""
        self._people.setdefault(identity, _Person()).open[listener] = token

    def joined(self, listener: Listener, identity: str, user_agent: str, address: str) -> None:
        """An open socket has joined a table: announce its device to the person's others."""
        person = self._people[identity]
        described = f"{family(user_agent)} {network(address)}"
        device = hmac.digest(self._store.name.encode(), described.encode(), "sha256").hex()[:24]
        if device not in person.devices.values():
            self._bus.publish(Connected(identity, device))
        self._announce(person, device)
        person.devices[listener] = device

    def closed(self, listener: Listener, identity: str) -> None:
        person = self._people.get(identity)
        if person is not None:
            del person.open[listener]
            person.devices.pop(listener, None)
            if not person.open:
                del self._people[identity]

    def connected_elsewhere(self, connected: Connected) -> None:
        person = self._people.get(connected.identity)
        if person is not None:
            self._announce(person, connected.device)

    def _announce(self, person: _Person, device: str) -> None:
        if device not in person.known:
            person.known.add(device)
            for listener in [*person.devices]:
                listener.send(NEW_DEVICE)

    # Revoked tokens.

    async def revoked(self, identity: str) -> None:
        """Close the sockets of an identity's revoked tokens, on every server."""
        self._bus.publish(Revoked(identity))
        await self._check(identity)

    def revoked_elsewhere(self, revoked: Revoked) -> None:
        if revoked.identity in self._people:
            task = asyncio.ensure_future(self._check(revoked.identity))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def watch(self) -> None:
        """Check all tokens in use, until cancelled: the bus may lose notifications."""
        while True:
            await asyncio.sleep(CHECK)
            if self._store.is_shared:
                await self._check(*self._people)

    async def _check(self, *identities: str) -> None:
        """Close sockets whose token is not valid any more."""
        people = [self._people[one] for one in identities if one in self._people]
        open_now = [pair for person in people for pair in person.open.items()]
        if not open_now:
            return
        try:
            valid = await self._store.tokens.valid({token for _, token in open_now})
        except StoreError:  # the next check finds it
            return
        for listener, token in open_now:
            if token not in valid:
                listener.close(ByeReason.SIGNED_OUT)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
