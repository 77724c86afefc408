"""The booklet: for each position of two players the promises of both, and the plans behind them.

A zip with a member for each position, in JSON and whole numbers, of which one is read when it is
first needed. `calavera solve build` writes it, the solver takes its tables from it, and
`calavera solve check` proves it.
"""

import json
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from calavera.rules import Action, Disc, action_named

VERSION: Final = 2
PATH: Final = Path(__file__).with_name("booklet.zip")

WHOLE: Final = 1 << 30
"""All of a player, and a certain win. Everything else is a whole number out of this many."""

FIRST: Final = 0
SECOND: Final = 1

SUCCESS: Final = 0
OWN_SKULL: Final = 1
OTHERS_SKULL: Final = 2
ENDS: Final = 3
"""How an attempt can come out, as the plans number it."""

PLACED: Final = ("b?", "a?")
"""The first discs, in the order of the plans; at a table they may come in any order (R7)."""

SAME: Final = 1e-12
"""Beliefs that are no further apart are the same."""

Mixture = list[tuple[int, float]]
"""Promises with how likely each is kept."""

Point = tuple[float, float, int]
"""A promise: how much of the player has the skull, what it is worth, and its number."""


class PageName(NamedTuple):
    """The page of a position: discs and wins, the player who begins first."""

    first_discs: int
    second_discs: int
    first_wins: int
    second_wins: int

    def __str__(self) -> str:
        return f"{self.first_discs}{self.second_discs}-{self.first_wins}{self.second_wins}"


@dataclass(frozen=True)
class Page:
    """One position and one role."""

    forks: dict[str, list[Any]]
    """The choices by what has been said and what the player holds: the number of the first of its
    moves, and then the moves.
    """

    attempts: dict[str, int]  # the number of each attempt, by what has been said
    promises: list[dict[str, Any]]
    """Each with the plan that keeps it; everything is out of `WHOLE`.

    - `own`, `skull`, `none`: how much of the player has the skull, and how often it wins at least
      against an opponent that has its skull and one that has not;
    - `moves`, `flows`: how much of the player makes which move, in ascending order;
    - `leaves`, `keeps`, `weights`: how much of it keeps which promise of the next position at which
      end, which is three times the attempt plus how it came out.
    """

    @cached_property
    def own(self) -> list[float]:
        """For each promise the share of the player that has the skull."""
        return [promise["own"] / WHOLE for promise in self.promises]

    @cached_property
    def against(self) -> list[float]:
        """For each promise what it wins at least against the skull and against none: two each."""
        return [promise[kind] / WHOLE for promise in self.promises for kind in ("skull", "none")]

    def shares(self, promise: int, key: str) -> list[tuple[Action, float]]:
        """What the plan of a promise does at a choice; evenly where it never leads."""
        _, *moves = self.forks[key]
        flows = self._flows(promise, key)
        total = sum(flows)
        return [
            (_action(move), flow / total if total else 1.0 / len(moves))
            for move, flow in zip(moves, flows, strict=True)
        ]

    def leads(self, promise: int, key: str) -> bool:
        """Whether the plan of a promise ever comes to a choice."""
        return any(self._flows(promise, key))

    def _flows(self, promise: int, key: str) -> list[int]:
        """How much of the player makes each move of a choice."""
        first, *moves = self.forks[key]
        plan, flows = self.promises[promise], [0] * len(moves)
        for place in range(bisect_left(plan["moves"], first), len(plan["moves"])):
            if plan["moves"][place] >= first + len(moves):
                break
            flows[plan["moves"][place] - first] = plan["flows"][place]
        return flows

    def later(self, promise: int, leaf: int) -> Mixture:
        """Which promises of the next position the plan of a promise keeps at an end."""
        plan = self.promises[promise]
        parts = zip(plan["leaves"], plan["keeps"], plan["weights"], strict=True)
        return [(kept, weight / WHOLE) for place, kept, weight in parts if place == leaf]

    def mixture(self, own: float, other: float) -> Mixture:
        """The one or two promises that are worth most at these beliefs: neighbours on the hull."""
        return mixed(self.hull(other), own)

    def hull(self, other: float) -> list[Point]:
        """The promises that are worth most at a belief about the other, by their own share."""
        points = [
            (share, other * skull + (1.0 - other) * none, number)
            for number, (share, skull, none) in enumerate(
                zip(self.own, self.against[::2], self.against[1::2], strict=True)
            )
        ]
        hull: list[Point] = []
        for point in sorted(points):
            if hull and hull[-1][0] == point[0]:
                hull.pop()
            while len(hull) > 1 and _is_below(hull[-2], hull[-1], point):
                hull.pop()
            hull.append(point)
        return hull


def mixed(hull: list[Point], own: float) -> Mixture:
    """The one or two neighbours on a hull to mix for a share of the player."""
    right = bisect_left(hull, own - SAME, key=lambda point: point[0])
    if right == len(hull) or right == 0 or hull[right][0] <= own + SAME:
        return [(hull[min(right, len(hull) - 1)][2], 1.0)]
    (low, _, left), (high, _, other_end) = hull[right - 1 : right + 1]
    part = (own - low) / (high - low)
    return [(left, 1.0 - part), (other_end, part)]


def _is_below(left: Point, point: Point, right: Point) -> bool:
    """Whether a point is on the line between two others, or below it."""
    rise = (right[1] - left[1]) * (point[0] - left[0])
    return (point[1] - left[1]) * (right[0] - left[0]) <= rise


def discard_key(told: str) -> str:
    """The name of the choice which disc to lose after an attempt that the own skull ended (R25)."""
    return f"{told}|~"


def choice_key(told: str, hand: tuple[Disc, ...], stack: tuple[Disc, ...]) -> str:
    """The name of a choice."""
    return f"{told}|{''.join(map(str, hand))}|{''.join(map(str, stack))}"


@cache
def _action(text: str) -> Action:
    return action_named(text)


@cache
def pages_of(place: PageName, path: Path = PATH) -> tuple[Page, Page]:
    """Both roles of a position, from the booklet of the package or another."""
    import zipfile  # noqa: PLC0415  most games never come here

    with zipfile.ZipFile(path) as booklet:
        return read_pages(booklet.read(str(place)))


def read_pages(content: bytes) -> tuple[Page, Page]:
    """Both roles of a position."""
    about = json.loads(content)
    if about["version"] != VERSION:
        raise ValueError(f"this booklet has version {about['version']}, not {VERSION}")
    first, second = (Page(**role) for role in about["roles"])
    return first, second
