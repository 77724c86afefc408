"""The booklet: for each position of two players the promises of both, and the plans behind them.

A zip with a member for each position, of which one is read when it is first needed: a line of JSON
that says where what is, and then plain numbers. `calavera.solve.booklet` writes it.
"""

import json
import sys
import zipfile
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

from calavera.rules import Action, Disc, action_named

VERSION: Final = 1
PATH: Final = Path(__file__).with_name("booklet.zip")

FIRST: Final = 0
SECOND: Final = 1

SAME: Final = 1e-12
"""Beliefs that are no further apart are the same."""

Mixture = list[tuple[int, float]]
"""Promises with how likely each is kept."""


class Place(NamedTuple):
    """Where two players stand when a round begins, the player who begins first."""

    first_discs: int
    second_discs: int
    first_wins: int
    second_wins: int

    def __str__(self) -> str:
        return f"{self.first_discs}{self.second_discs}-{self.first_wins}{self.second_wins}"


@dataclass(frozen=True)
class Page:
    """One position and one role."""

    own: "array[float]"
    """For each promise the share of the player that has the skull."""

    against: "array[float]"
    """For each promise what it wins at least against the skull and against none: two numbers."""

    forks: dict[str, list[Any]]
    """The choices by what has been said and what the player holds: where the shares of its moves
    begin in a plan, and then the moves.
    """

    edges: "array[float]"
    """For each promise the shares of all moves of its plan."""

    moves: int
    """How many those are."""

    keep: "array[float]"
    """For each promise how often its plan keeps the skull, attempt by attempt (R25)."""

    attempts: dict[str, int]
    """The attempts by what has been said."""

    parts: list[int]
    """For each promise where the parts of what it keeps later begin; one more than promises."""

    leaf: "array[int]"
    """For each part at which end it is kept."""

    promise: "array[int]"
    """Which promise of the next position it is."""

    weight: "array[float]"
    """How much of the player keeps it."""

    def shares(self, promise: int, key: str) -> list[tuple[Action, float]]:
        """What the plan of a promise does at a choice."""
        start, *moves = self.forks[key]
        first = promise * self.moves + start
        shares = self.edges[first : first + len(moves)]
        return list(zip(map(_action, moves), shares, strict=True))

    def later(self, promise: int, leaf: int) -> Mixture:
        """Which promises of the next position the plan of a promise keeps at an end."""
        parts = range(self.parts[promise], self.parts[promise + 1])
        return [(self.promise[n], self.weight[n]) for n in parts if self.leaf[n] == leaf]

    def keeps(self, promise: int, told: str) -> float:
        """How often the plan of a promise keeps the skull after that attempt."""
        return self.keep[promise * len(self.attempts) + self.attempts[told]]

    def mixture(self, own: float, other: float) -> Mixture:
        """The one or two promises that are worth most at these beliefs."""
        worth = [
            other * self.against[2 * n] + (1.0 - other) * self.against[2 * n + 1]
            for n in range(len(self.own))
        ]
        best, found = -1.0, Mixture([(0, 1.0)])
        left, right = list[int](), list[int]()
        for number, share in enumerate(self.own):
            if abs(share - own) > SAME:
                (left if share < own else right).append(number)
            elif worth[number] > best:
                best, found = worth[number], [(number, 1.0)]
        for low in left:
            for high in right:
                part = (own - self.own[low]) / (self.own[high] - self.own[low])
                value = (1.0 - part) * worth[low] + part * worth[high]
                if value > best + SAME:
                    best, found = value, [(low, 1.0 - part), (high, part)]
        return found


def choice_key(told: str, hand: tuple[Disc, ...], stack: tuple[Disc, ...]) -> str:
    """The name of a choice."""
    return f"{told}|{''.join(map(str, hand))}|{''.join(map(str, stack))}"


@cache
def _action(text: str) -> Action:
    return action_named(text)


@cache
def pages_of(place: Place) -> tuple[Page, Page]:
    """Both roles of a position, from the booklet of the package."""
    with zipfile.ZipFile(PATH) as booklet:
        return read_pages(booklet.read(str(place)))


def read_pages(content: bytes) -> tuple[Page, Page]:
    """Both roles of a position."""
    line, _, rest = content.partition(b"\n")
    about = json.loads(line)
    if about["version"] != VERSION:
        raise ValueError(f"this booklet has version {about['version']}, not {VERSION}")
    reader = _Reader(rest)
    return _page(about["roles"][FIRST], reader), _page(about["roles"][SECOND], reader)


class _Reader:
    """Numbers one after the other, little end first."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def take(self, kind: str, count: int) -> "array[Any]":
        """The next so many."""
        numbers: array[Any] = array(kind)
        end = self._at + count * numbers.itemsize
        numbers.frombytes(self._content[self._at : end])
        self._at = end
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers


def _page(about: dict[str, Any], reader: _Reader) -> Page:
    promises, moves, attempts = len(about["parts"]), about["moves"], about["attempts"]
    own, against = reader.take("d", promises), reader.take("d", 2 * promises)
    edges = reader.take("f", promises * moves)
    keep = reader.take("f", promises * len(attempts))
    parts = [0, *accumulate(about["parts"])]
    leaf, promise, weight = (reader.take(kind, parts[-1]) for kind in "iid")
    return Page(
        own, against, about["forks"], edges, moves, keep, attempts, parts, leaf, promise, weight
    )
