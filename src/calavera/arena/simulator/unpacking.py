"""From the words of a game to a state of `rules/`."""

from collections.abc import Iterable

from calavera.arena.compiled import layout as words
from calavera.arena.compiled.lanes import FULL, NOBODY, WIDTH, Lanes
from calavera.arena.compiled.layout import NOT_OVER, PARTS, Game
from calavera.arena.simulator.packing import DRAWN, ENDINGS, PHASES
from calavera.rules import (
    Attempt,
    Bidding,
    Board,
    Disc,
    Holding,
    Mat,
    Outcome,
    Placement,
    Seat,
    SeatStart,
    Setup,
    State,
)
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.seats import SEATS

_PHASES = {number: phase for phase, number in PHASES.items()}
_DRAWN = {number: disc for disc, number in DRAWN.items()}
_ENDINGS = {number: ending for ending, number in ENDINGS.items()}


def game_of(row: Iterable[int]) -> Game:
    """The game of a stored row."""
    numbers = iter([int(word) for word in row])
    return Game._make(part._make(next(numbers) for _ in part._fields) for part in PARTS)


def unpacked(game: Game) -> State:
    """The state that a game's words tell."""
    setup = _setup(game.table)
    holdings = tuple(_holding(game, seat) for seat in setup.seats)
    moment = game.moment
    board = Board(
        setup,
        moment.round,
        None if moment.first == NOBODY else SEATS[moment.first],
        _PHASES[moment.phase],
        tuple(seat for seat in setup.seats if _count(moment.turn, seat)),
        tuple(_mat(game, setup, seat, holdings[seat]) for seat in setup.seats),
        game.stacks.total,
        _bidding(game, setup),
        _attempt(game.attempt),
        _outcome(moment, setup),
    )
    return State(board, holdings, _DRAWN[game.attempt.drawn])


def _count(lanes: Lanes, seat: int) -> int:
    return (lanes >> WIDTH * seat) & FULL


def _setup(table: words.PackedTable) -> Setup:
    start = tuple(
        SeatStart(
            _discs(_count(table.flowers, seat), _count(table.skulls, seat)),
            _count(table.wins, seat),
        )
        for seat in range(table.seats)
    )
    placement = Placement.FIRST_LAST if table.one_by_one else Placement.SIMULTANEOUS
    return Setup(table.players, table.seats // table.players, placement, start)


def _discs(flowers: int, skulls: int) -> tuple[Disc, ...]:
    return (FLOWER,) * flowers + (SKULL,) * skulls


def _with_skull_at(place: int, count: int) -> tuple[Disc, ...]:
    """Discs of a stack: flowers, and the skull at a place counted from 1; 0 for none."""
    return tuple(SKULL if index == place else FLOWER for index in range(1, count + 1))


def _holding(game: Game, seat: Seat) -> Holding:
    table, tribes, stacks = game.table, game.tribes, game.stacks
    started = _count(table.flowers + table.skulls, seat)
    lost = started - _count(tribes.flowers + tribes.skulls, seat)
    return Holding(
        _discs(_count(stacks.flowers, seat), _count(stacks.skulls, seat)),
        _with_skull_at(_count(stacks.skull_place, seat), _count(stacks.height, seat)),
        _with_skull_at(_count(tribes.lost_skull, seat), lost),
    )


def _mat(game: Game, setup: Setup, seat: Seat, holding: Holding) -> Mat:
    tribes, stacks = game.tribes, game.stacks
    flipped, height = _count(stacks.flipped, seat), _count(stacks.height, seat)
    seen = height if _count(stacks.shown, seat) else flipped
    return Mat(
        setup.owner(seat),
        _count(tribes.flowers + tribes.skulls, seat),
        len(holding.hand),
        height,
        flipped,
        holding.stack[::-1][:seen],
        _count(tribes.wins, seat),
        bool(_count(game.bidding.passed, seat)),
    )


def _bidding(game: Game, setup: Setup) -> Bidding | None:
    bidding = game.bidding
    if bidding.number == 0:
        return None
    round_the_table = [*setup.seats[bidding.opener :], *setup.seats[: bidding.opener]]
    spoken = {
        seat: _count(bidding.bids, seat) + _count(bidding.passed, seat) for seat in round_the_table
    }
    # Whoever speaks a second time does so after everybody's first, and so on.
    laps = range(1, max(spoken.values()) + 1)
    spoke = tuple(seat for lap in laps for seat in round_the_table if spoken[seat] >= lap)
    return Bidding(bidding.number, SEATS[bidding.bidder], spoke)


def _attempt(attempt: words.Attempt) -> Attempt | None:
    if attempt.challenger == NOBODY:
        return None
    skull = None if attempt.skull == NOBODY else SEATS[attempt.skull]
    return Attempt(SEATS[attempt.challenger], attempt.flips, skull)


def _outcome(moment: words.PackedMoment, setup: Setup) -> Outcome | None:
    if moment.ending == NOT_OVER:
        return None
    winner = SEATS[moment.winner]
    return Outcome(setup.owner(winner), winner, _ENDINGS[moment.ending])
