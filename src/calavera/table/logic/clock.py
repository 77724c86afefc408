"""The clocks of a table after a move."""

from collections.abc import Iterable

from calavera.protocol.settings import Settings
from calavera.rules import Seat, State
from calavera.rules.model import phases
from calavera.table.logic.table import Game


def changed(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The values with one replaced."""
    return (*values[:place], value, *values[place + 1 :])


def clocks_after(game: Game, settings: Settings, state: State, seat: Seat | None, at: int) -> Game:
    """The game with its clocks after a move, before the move is applied."""
    began, showing_until, declined = at, game.showing_until, game.declined
    failed = state.board.phase is phases.LOSE and game.state.board.phase is phases.FLIP
    if failed:
        declined = frozenset()
        if settings.showing:
            began = showing_until = at + settings.showing * 1000
    elif state.board.phase not in (phases.LOSE, phases.NAME_FIRST):
        showing_until, declined = None, frozenset()
    began_again = _begin(game, state, seat)
    since = game.since
    for one in began_again:
        since = changed(since, one, began)
    return game._replace(
        since=since,
        returned=game.returned.difference(began_again),
        reserves=_reserves_after(game, settings, seat, at),
        showing_until=showing_until,
        declined=declined,
    )


def clocks_returned(game: Game, settings: Settings, seats: Iterable[Seat], at: int) -> Game:
    """The game when a player returns: their time restarts, once per turn.

    Otherwise leaving and returning repeatedly would buy any amount of time.
    """
    for seat in seats:
        if seat in game.state.board.turn and seat not in game.returned:
            game = game._replace(
                reserves=_reserves_after(game, settings, seat, at),
                since=changed(game.since, seat, max(at, game.since[seat])),
                returned=game.returned | {seat},
            )
    return game


def _begin(game: Game, state: State, seat: Seat | None) -> list[Seat]:
    """Start the turn of a seat that may move again, and of seats that can move now."""
    waited = game.state.board.turn
    return [one for one in state.board.turn if one == seat or one not in waited]


def _reserves_after(game: Game, settings: Settings, seat: Seat | None, at: int) -> tuple[int, ...]:
    """Deduct time beyond the limit of a decision from the reserve."""
    clock = settings.clock
    if clock is None or seat is None or seat not in game.state.board.turn:
        return game.reserves
    over = max(0, at - game.since[seat] - clock.move * 1000)
    return changed(game.reserves, seat, max(0, game.reserves[seat] - over))
