"""Notifications between servers of one store: where to look, never what is there.

A notification names a table and a version. What happened stays in the store, and each server
derives from it what its own people may know. So whoever reads the bus learns which tables exist and
how long their histories are, and no disc, no name, no word that was said.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

LONGEST: Final = 1_000_000
"""Bytes of a message; longer ones are ignored."""


class Moved(NamedTuple):
    """A table's history has reached a version."""

    code: str
    version: int


class Here(NamedTuple):
    """The members of a table that are connected to the sender."""

    code: str
    members: frozenset[int]


class Renamed(NamedTuple):
    """Somebody's name in the store has changed."""

    identity: str


class Connected(NamedTuple):
    """Somebody has connected with a device."""

    identity: str
    device: str
    """An HMAC keyed by the store."""


class Revoked(NamedTuple):
    """Somebody's tokens were revoked; the store knows which ones are valid."""

    identity: str


class Spent(NamedTuple):
    """The sender has counted a call against a shared rate limit."""

    kind: str
    caller: str
    """An HMAC keyed by the store."""


class Hello(NamedTuple):
    """The sender has just subscribed, and asks who is connected where."""


class StoreReachable(NamedTuple):
    """The store answers the sender."""


Notification: TypeAlias = (
    Moved | Here | Renamed | Connected | Revoked | Spent | Hello | StoreReachable
)


def encode_notifications(sender: str, notifications: Iterable[Notification]) -> bytes:
    """One message: the sender, then a line for each notification."""
    return "\n".join([sender, *[_line(notification) for notification in notifications]]).encode(
        "ascii"
    )


def _line(notification: Notification) -> str:
    match notification:
        case Moved(code, version):
            return f"at {code} {version}"
        case Here(code, members):
            return f"here {code} {','.join(map(str, sorted(members)))}"
        case Renamed(identity):
            return f"name {identity}"
        case Connected(identity, device):
            return f"device {identity} {device}"
        case Revoked(identity):
            return f"revoked {identity}"
        case Spent(kind, caller):
            return f"spent {kind} {caller}"
        case Hello():
            return "hello"
        case StoreReachable():
            return "well"


def sender_of(message: bytes) -> str:
    return message.partition(b"\n")[0].decode("ascii", "replace")


def decode_notifications(message: bytes) -> list[Notification]:
    """The notifications of a message; unknown ones may be from a newer version and are skipped."""
    if len(message) > LONGEST:
        return []
    lines = message.decode("ascii", "replace").split("\n")[1:]
    return [found for line in lines if (found := _notification(line.split(" "))) is not None]


def _notification(words: Sequence[str]) -> Notification | None:
    match words:
        case ["at", code, version] if _is_number(version):
            return Moved(code, int(version))
        case ["here", code, ""]:
            return Here(code, frozenset())
        case ["here", code, members] if all(map(_is_number, members.split(","))):
            return Here(code, frozenset(map(int, members.split(","))))
        case ["name", identity] if identity:
            return Renamed(identity)
        case ["device", identity, device] if identity and device:
            return Connected(identity, device)
        case ["revoked", identity] if identity:
            return Revoked(identity)
        case ["spent", kind, caller] if kind and caller:
            return Spent(kind, caller)
        case ["hello"]:
            return Hello()
        case ["well"]:
            return StoreReachable()
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
