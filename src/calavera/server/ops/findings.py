"""What `calavera doctor` finds, and how severe it is."""

from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """How severe a finding is."""

    GOOD = "good"
    NOTE = "note"
    """The server would run; whoever runs it should know this."""
    BAD = "BAD"
    """The server would not run, or not as configured."""


class Finding(NamedTuple):
    """The result of one check."""

    verdict: Verdict
    text: str


def good(text: str) -> Finding:
    return Finding(Verdict.GOOD, text)


def note(text: str) -> Finding:
    return Finding(Verdict.NOTE, text)


def bad(text: str) -> Finding:
    return Finding(Verdict.BAD, text)
