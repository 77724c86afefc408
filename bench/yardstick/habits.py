"""Move probabilities of different playing styles, with and without a skull on the mat.

The numbers in `fitted.py` are counted from games, one set per style; this module defines what is
counted. A move is classified from its player's viewpoint: the height of the stack, and how many
discs from the top could be flipped before the skull.
"""

from typing import Final, NamedTuple, TypeAlias

from bench.yardstick.fitted import STYLES
from calavera.rules import Board, Mat

CLEAN, COVERED, CAUGHT = range(3)
"""Stances: no skull on the mat; one below enough flowers; one that would be flipped."""

LOWER, OWN, ONE_MORE, MORE, EVERYTHING, ADD = range(6)
"""Moves of step 2: a challenge below, at or above the own stack, or another disc."""

PASS, RAISE, BURN_OUT = range(3)
"""Moves in a bidding."""

Answers: TypeAlias = tuple[tuple[float, float, float], ...]
"""Probabilities of a pass, a raise and a bid for everything, by `reach`."""


class Style(NamedTuple):
    """Move frequencies of one style."""

    # Skull as the first disc: by wins, then by discs from two on.
    skull_first: tuple[tuple[float, ...], ...]
    skull_later: tuple[float, ...]  # skull as an added disc: on one disc, on more
    # Each kind of move in step 2: by stance, then by height.
    adding: tuple[tuple[tuple[float, ...], ...], ...]
    # Each kind of answer to a bid: by stance, own wins, the bidder's wins, reach.
    bidding: tuple[tuple[tuple[Answers, ...], ...], ...]
    discarding: tuple[float, ...]  # discarding the skull given the choice: by discs


STYLES_KNOWN: Final = tuple(Style(*numbers) for numbers in STYLES.values())


def skull_first(style: Style, mat: Mat) -> float:
    """The probability that a seat with a skull places it first."""
    return 1.0 if mat.discs == 1 else style.skull_first[mat.wins][mat.discs - 2]


def skull_later(style: Style, mat: Mat) -> float:
    """The probability that an added disc is the skull, if it is in hand."""
    return 1.0 if mat.hand == 1 else style.skull_later[min(mat.height, 2) - 1]


def opening_likelihoods(style: Style, mat: Mat, kind: int) -> list[float]:
    """The likelihood of a kind of move in step 2, for each place of the skull."""
    height = mat.height
    row = min(height, 3) - 1
    clean = style.adding[CLEAN][row]
    covered = style.adding[COVERED][row]
    caught = style.adding[CAUGHT][row]
    likely = [clean[kind], clean[kind], *[covered[kind]] * (height - 1), caught[kind]]
    if mat.hand:
        return likely
    # With an empty hand it has to open (R10).
    rest = [1 - clean[ADD], 1 - clean[ADD], *[1 - covered[ADD]] * (height - 1), 1 - caught[ADD]]
    return [one / sure for one, sure in zip(likely, rest, strict=True)]


def kind_of_opening(number: int, height: int, total: int) -> int:
    """The kind of challenge that a number is for a stack of that height."""
    if number == total:
        return EVERYTHING
    if number < height:
        return LOWER
    return OWN if number == height else ONE_MORE if number == height + 1 else MORE


def answer_likelihoods(style: Style, board: Board, mat: Mat, answer: int) -> list[float]:
    """The likelihood of an answer to the standing bid, for each place of the skull."""
    if board.bidding is None:
        raise ValueError("there is no bid to answer")
    standing, height = board.bidding.number, mat.height
    threat = board.mats[board.bidding.bidder].wins
    step = reach(height, standing + 1, board.total)
    clean, covered, caught = [stance[mat.wins][threat][step][answer] for stance in style.bidding]
    likely = [clean, clean]
    for place in range(height):
        likely.append(covered if standing < height - 1 - place else caught)
    return likely


def reach(height: int, number: int, total: int) -> int:
    """How many discs of others a bid requires, in seven classes, one of them for everything."""
    need = number - height
    if need <= 0:
        return 0
    if number == total:
        return 5 if need < 3 else 6
    return min(need, 4)


def discarding(style: Style, discs: int) -> float:
    """The probability that a seat with a choice discards its skull."""
    return style.discarding[discs - 1]
