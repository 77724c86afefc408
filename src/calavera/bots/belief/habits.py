"""How players of different styles move, with and without a skull on the mat.

The numbers are counted from games, one set for each style, see `numbers.py`; here is only what is
counted. A move is looked at from its player's side: how many discs lie on its mat and how many of
them, from the top, it could flip before its skull.
"""

from typing import Final, NamedTuple, TypeAlias

from calavera.bots.belief.numbers import STYLES
from calavera.rules import Board, Mat

CLEAN, COVERED, CAUGHT = range(3)
"""Stances: no skull on the mat; one below as many flowers as are needed; one that it would flip."""

LOWER, OWN, ONE_MORE, MORE, EVERYTHING, ADD = range(6)
"""What is done in step 2: a challenge below, at and above the own stack, or another disc."""

PASS, RAISE, BURN_OUT = range(3)
"""What is done in a bidding."""

Answers: TypeAlias = tuple[tuple[float, float, float], ...]
"""How likely a pass, a raise and a bid for everything are, by `reach`."""


class Style(NamedTuple):
    """How often players of one style do each thing."""

    skull_first: tuple[tuple[float, ...], ...]
    """Beginning a stack with the skull: by wins, then by discs from two on."""

    skull_later: tuple[float, ...]
    """Adding the skull: on one disc, on more."""

    adding: tuple[tuple[tuple[float, ...], ...], ...]
    """Each kind of move in step 2: by stance, then by height."""

    bidding: tuple[tuple[tuple[Answers, ...], ...], ...]
    """Each kind of answer to a bid: by stance, own wins, the bidder's wins, reach."""

    discarding: tuple[float, ...]
    """Throwing the skull away where it may choose: by discs."""


STYLES_KNOWN: Final = tuple(Style(*numbers) for numbers in STYLES.values())


def skull_first(style: Style, mat: Mat) -> float:
    """How likely the first disc is the skull of a seat that has it."""
    return 1.0 if mat.discs == 1 else style.skull_first[mat.wins][mat.discs - 2]


def skull_later(style: Style, mat: Mat) -> float:
    """How likely an added disc is the skull that is in hand."""
    return 1.0 if mat.hand == 1 else style.skull_later[min(mat.height, 2) - 1]


def opening_likelihoods(style: Style, mat: Mat, kind: int) -> list[float]:
    """How likely a move of that kind is in step 2, for each place the skull may be."""
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
    """What sort of challenge a number is for a stack of that height."""
    if number == total:
        return EVERYTHING
    if number < height:
        return LOWER
    return OWN if number == height else ONE_MORE if number == height + 1 else MORE


def answer_likelihoods(style: Style, board: Board, mat: Mat, answer: int) -> list[float]:
    """How likely an answer to the standing bid is, for each place the skull may be."""
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
    """How many discs of others a number asks for, in seven steps; everything is apart."""
    need = number - height
    if need <= 0:
        return 0
    if number == total:
        return 5 if need < 3 else 6
    return min(need, 4)


def discarding(style: Style, discs: int) -> float:
    """How likely a seat with a choice throws its skull away."""
    return style.discarding[discs - 1]
