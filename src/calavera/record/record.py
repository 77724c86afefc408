"""One written game."""

from dataclasses import dataclass
from typing import Final

from calavera.record.tokens import Move
from calavera.rules.events import LossUnseen, PlacementUnseen
from calavera.rules.seats import Seat
from calavera.rules.setup import Setup

KNOWN_KEYS: Final = ("skull", "players", "tribes", "placement", "start", "first")
"""The keys of a header that have a meaning; any other is a tag."""

_UNSEEN: Final = frozenset({PlacementUnseen, LossUnseen})


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark between the moves."""

    after: int
    """How many moves come before it."""

    text: str
    """What it says; it holds no closing brace."""

    def __post_init__(self) -> None:
        if not self.text or self.text != self.text.strip() or "}" in self.text:
            raise ValueError(f"a comment has words and no closing brace, unlike {self.text[:40]!r}")


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down, in full or as somebody saw it."""

    names: tuple[str, ...]
    """The players, in seat order."""

    setup: Setup
    """The table."""

    first: Seat
    """The first player of the first round."""

    moves: tuple[Move, ...] = ()
    """What the players and chance did, in order."""

    tags: tuple[tuple[str, str], ...] = ()
    """Other keys of the header, kept as they are: date, site…"""

    comments: tuple[Comment, ...] = ()
    """Remarks, in order."""

    def __post_init__(self) -> None:
        """What could not be read back is no record."""
        if len(self.names) != self.setup.players:
            raise ValueError(f"{self.setup.players} players have {len(self.names)} names")
        for name in self.names:
            if not name or "," in name or not _is_one_line(name):
                raise ValueError(f"a name is one line without a comma, unlike {name[:40]!r}")
        _check_tags(self.tags)
        places = [comment.after for comment in self.comments]
        if places != sorted(places) or not all(0 <= p <= len(self.moves) for p in places):
            raise ValueError("comments stand in order, between the moves there are")

    @property
    def is_full(self) -> bool:
        """Whether every disc is known; else it is somebody's view."""
        return _UNSEEN.isdisjoint(map(type, self.moves))


def _check_tags(tags: tuple[tuple[str, str], ...]) -> None:
    keys = [key for key, _ in tags]
    for key, value in tags:
        if not key or ":" in key or key in KNOWN_KEYS or keys.count(key) > 1:
            raise ValueError(f"a tag's key is new to the header and has no colon, unlike {key!r}")
        if not _is_one_line(key) or not _is_one_line(value):
            raise ValueError(f"a tag is one line, unlike {key!r}: {value[:40]!r}")


def _is_one_line(text: str) -> bool:
    return text == text.strip() and "\n" not in text and "\r" not in text
