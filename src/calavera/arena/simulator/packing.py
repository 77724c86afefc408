"""From a state of `rules/` to the words of a game; nothing is lost, `unpacking` goes back."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy

from calavera.arena.compiled import layout as words
from calavera.arena.compiled.lanes import NOBODY, WIDTH, Lanes
from calavera.arena.compiled.layout import (
    FLOWER_DRAWN,
    LAST_ONE_IN,
    NOT_DRAWN,
    NOT_OVER,
    SECOND_SUCCESS,
    SKULL_DRAWN,
    Game,
)
from calavera.arena.encoding.arrays import Words
from calavera.rules import Attempt, Board, Disc, Ending, Holding, Phase, Placement, Setup, State
from calavera.rules.model.discs import FLOWER, SKULL

PHASES: Final = {phase: number for number, phase in enumerate(Phase)}
DRAWN: Final = {None: NOT_DRAWN, FLOWER: FLOWER_DRAWN, SKULL: SKULL_DRAWN}
ENDINGS: Final = {Ending.SECOND_SUCCESS: SECOND_SUCCESS, Ending.LAST_ONE_IN: LAST_ONE_IN}


def packed(state: State) -> Game:
    """The same game in words."""
    board = state.board
    return Game(
        _table(board.setup),
        _tribes(board, state.holdings),
        _stacks(board, state.holdings),
        _bidding(board),
        _attempt(board.attempt, state.drawn),
        _moment(board),
    )


def row_of(game: Game) -> Words:
    """The words one after the other."""
    return numpy.array(words_of(game), dtype=numpy.int64)


def words_of(game: Game) -> list[int]:
    """The same as a list."""
    return [word for part in game for word in part]


def _lanes(counts: Iterable[int]) -> Lanes:
    lanes = at = 0
    for count in counts:
        lanes |= count << at
        at += WIDTH
    return lanes


def _table(setup: Setup) -> words.PackedTable:
    return words.PackedTable(
        len(setup.start),
        setup.players,
        int(setup.placement is Placement.FIRST_LAST),
        _lanes([entry.discs.count(FLOWER) for entry in setup.start]),
        _lanes([entry.discs.count(SKULL) for entry in setup.start]),
        _lanes([entry.wins for entry in setup.start]),
    )


def _tribes(board: Board, holdings: tuple[Holding, ...]) -> words.Tribes:
    owned = list(zip(board.setup.start, holdings, strict=True))
    return words.Tribes(
        _lanes([start.discs.count(FLOWER) - own.lost.count(FLOWER) for start, own in owned]),
        _lanes([start.discs.count(SKULL) - own.lost.count(SKULL) for start, own in owned]),
        _lanes([mat.wins for mat in board.mats]),
        _lanes([_place_of_skull(own.lost) for own in holdings]),
    )


def _stacks(board: Board, holdings: tuple[Holding, ...]) -> words.Stacks:
    return words.Stacks(
        _lanes([own.hand.count(FLOWER) for own in holdings]),
        _lanes([own.hand.count(SKULL) for own in holdings]),
        _lanes([mat.height for mat in board.mats]),
        _lanes([_place_of_skull(own.stack) for own in holdings]),
        board.total,
        _lanes([mat.flipped for mat in board.mats]),
        _lanes([len(mat.faces) > mat.flipped for mat in board.mats]),
    )


def _place_of_skull(discs: Sequence[Disc]) -> int:
    return discs.index(SKULL) + 1 if SKULL in discs else 0


def _bidding(board: Board) -> words.Bidding:
    bidding = board.bidding
    if bidding is None:
        return words.Bidding(0, NOBODY, NOBODY, 0, 0)
    passed = [mat.passed for mat in board.mats]
    bids = [bidding.spoke.count(seat) - passed[seat] for seat in board.setup.seats]
    return words.Bidding(
        bidding.number, bidding.bidder, bidding.spoke[0], _lanes(bids), _lanes(passed)
    )


def _attempt(attempt: Attempt | None, drawn: Disc | None) -> words.Attempt:
    if attempt is None:
        return words.Attempt(NOBODY, 0, NOBODY, NOT_DRAWN)
    skull = NOBODY if attempt.skull is None else attempt.skull
    return words.Attempt(attempt.challenger, attempt.flips, skull, DRAWN[drawn])


def _moment(board: Board) -> words.PackedMoment:
    outcome = board.outcome
    return words.PackedMoment(
        PHASES[board.phase],
        _lanes([seat in board.turn for seat in board.setup.seats]),
        board.round,
        NOBODY if board.first is None else board.first,
        outcome.seat if outcome else NOBODY,
        ENDINGS[outcome.ending] if outcome else NOT_OVER,
    )
