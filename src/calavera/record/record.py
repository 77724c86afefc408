"""One recorded game."""

from dataclasses import dataclass
from typing import Final

from calavera.record.notation import Move
from calavera.rules.events import LossUnseen, PlacementUnseen
from calavera.rules.model.seats import Seat
from calavera.rules.model.setup import Setup

KNOWN_KEYS: Final = ("skull", "players", "tribes", "placement", "start", "first")
"""The header keys with a meaning; all others are tags."""

_UNSEEN: Final = frozenset({PlacementUnseen, LossUnseen})


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark between the moves."""

    after: int
    """How many moves come before it."""

    text: str
    """The text; it contains no closing brace."""

    def __post_init__(self) -> None:
        if not self.text or self.text != self.text.strip() or "}" in self.text:
            raise ValueError(
                f"comment {self.text[:40]!r}: text without a closing brace is required"
            )


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game, in full or as a viewer saw it."""

    names: tuple[str, ...]
    """The players, in seat order."""

    setup: Setup
    """The table."""

    first: Seat
    """The first player of the first round."""

    moves: tuple[Move, ...] = ()
    """What the players and chance did, in order."""

    tags: tuple[tuple[str, str], ...] = ()
    """Other header keys, kept verbatim: date, site…"""

    comments: tuple[Comment, ...] = ()
    """Remarks, in order."""

    def __post_init__(self) -> None:
        """Reject anything that could not be read back."""
        if len(self.names) != self.setup.players:
            raise ValueError(f"{len(self.names)} names for {self.setup.players} players")
        for name in self.names:
            if not name or "," in name or not _is_one_line(name):
                raise ValueError(f"name {name[:40]!r}: one line without a comma is required")
        _check_tags(self.tags)
        places = [comment.after for comment in self.comments]
        if places != sorted(places) or not all(0 <= p <= len(self.moves) for p in places):
            raise ValueError("comments must be in order and refer to existing moves")

    @property
    def is_full(self) -> bool:
        """Whether every disc is known; otherwise the record is a view."""
        return _UNSEEN.isdisjoint(map(type, self.moves))


def _check_tags(tags: tuple[tuple[str, str], ...]) -> None:
    keys = [key for key, _ in tags]
    for key, value in tags:
        if not key or ":" in key or key in KNOWN_KEYS or keys.count(key) > 1:
            raise ValueError(f"tag {key!r}: an unused key without a colon is required")
        if not _is_one_line(key) or not _is_one_line(value):
            raise ValueError(f"tag {key!r}: {value[:40]!r} is not one line")


def _is_one_line(text: str) -> bool:
    return text == text.strip() and "\n" not in text and "\r" not in text
