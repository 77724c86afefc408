"""What `calavera doctor` found, and how grave it is."""

from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """How grave a finding is."""

    GOOD = "good"
    WORTH_KNOWING = "note"
    BAD = "BAD"


class Finding(NamedTuple):
    """What was found about one thing."""

    verdict: Verdict
    text: str


def good(text: str) -> Finding:
    """As it should be."""
    return Finding(Verdict.GOOD, text)


def note(text: str) -> Finding:
    """A server would run, and who runs it should know this."""
    return Finding(Verdict.WORTH_KNOWING, text)


def bad(text: str) -> Finding:
    """A server would not run, or not as it was asked to."""
    return Finding(Verdict.BAD, text)
