"""What servers of one store tell each other: where to look, never what is there.

A note names a table and a number. What happened stays in the store, and each server makes of it
what its own people may know. So whoever reads the bus learns which tables there are and how far
they have come, and no disc, no name, no word that was said.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

LONGEST: Final = 1_000_000
"""Bytes of a message; a longer one is none of ours."""


class Moved(NamedTuple):
    """A table's history has so many entries now."""

    code: str
    version: int


class Here(NamedTuple):
    """These members are connected to a table by the sender."""

    code: str
    members: frozenset[int]


class Renamed(NamedTuple):
    """Somebody has another name; it is in the store."""

    identity: str
    """The hash by which the store knows them."""


class Connected(NamedTuple):
    """Somebody is connected with a device."""

    identity: str
    device: str
    """A hash that only who has the store can make."""


class Revoked(NamedTuple):
    """Tokens of somebody were revoked; which ones hold is in the store."""

    identity: str


class Spent(NamedTuple):
    """Somebody was allowed something of which there is a limit."""

    kind: str
    caller: str
    """A hash that only who has the store can make."""


class Hello(NamedTuple):
    """The sender is new, or was cut off: it asks who is where."""


class Well(NamedTuple):
    """The store answers the sender."""


Note: TypeAlias = Moved | Here | Renamed | Connected | Revoked | Spent | Hello | Well


def write_notes(sender: str, notes: Iterable[Note]) -> bytes:
    """One message: the sender, then a line for each note."""
    return "\n".join([sender, *[_line(note) for note in notes]]).encode("ascii")


def _line(note: Note) -> str:
    match note:
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
        case Well():
            return "well"


def sender_of(message: bytes) -> str:
    """Whose message it is."""
    return message.partition(b"\n")[0].decode("ascii", "replace")


def read_notes(message: bytes) -> list[Note]:
    """The notes of a message; what cannot be read may be a newer program's, and is left out."""
    if len(message) > LONGEST:
        return []
    lines = message.decode("ascii", "replace").split("\n")[1:]
    return [note for line in lines if (note := _note(line.split(" "))) is not None]


def _note(words: Sequence[str]) -> Note | None:
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
            return Well()
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
