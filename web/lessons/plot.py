"""The grammar of a lesson: what is told, what is played, what the learner is asked.

A lesson is a list of parts. Moves are written in the notation (docs/notation.md); the learner sits
on seat a. Everything the screen shows is worked out by calavera from these.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scene:
    """A table to begin from; what was played before is there when the learner comes."""

    names: str
    """The opponents, clockwise from the learner."""

    start: str = ""
    """Discs and successes of each seat as in the notation; whole tribes where it is empty."""

    first: str = "a"
    before: str = ""
    """Moves played already."""

    tribes: int = 1
    placement: str = "simultaneous"


@dataclass(frozen=True)
class Tell:
    """Words to read; moves are played before them."""

    words: str
    rules: str
    moves: str = ""
    """`x/y` plays the first of the two that the rules allow."""


@dataclass(frozen=True)
class On:
    """The lesson goes on with this choice."""

    moves: str = ""
    """What follows at once."""


@dataclass(frozen=True)
class Back:
    """The choice is explained, played out where there are moves, and taken back."""

    words: str
    moves: str = ""
    rules: str = ""


@dataclass(frozen=True)
class Ask:
    """The learner decides. Every legal action has an answer."""

    words: str
    rules: str
    answers: dict[str, On | Back] = field(default_factory=dict)
    """By a move of the notation, or for all others of a kind: `place`, `bid`, `flip` …"""


Part = Scene | Tell | Ask


@dataclass(frozen=True)
class Lesson:
    """A few minutes at the table."""

    name: str
    parts: tuple[Part, ...]
