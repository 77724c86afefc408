"""After a failure: the lost disc, who is out, who begins (R23-R29, R31)."""

from calavera.arena.compiled.attempt import end
from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import WIDTH, Seats, lane, lowest, only
from calavera.arena.compiled.layout import (
    LAST_ONE_IN,
    NAME_FIRST,
    NOT_DRAWN,
    Attempt,
    Game,
    PackedTable,
    Tribes,
    at_phase,
    owner,
    seats_in,
)
from calavera.arena.compiled.placing import begin_round


@compiled
def shuffle(game: Game, drawn: int) -> Game:
    """Chance says which disc the blind pick will take (R24)."""
    before = game.attempt
    attempt = Attempt(before.challenger, before.flips, before.skull, drawn)
    return Game(game.table, game.tribes, game.stacks, game.bidding, attempt, game.moment)


@compiled
def is_own_skull(game: Game) -> bool:
    """Whether the challenging player's own skull ended the attempt (R25, R37)."""
    return lane(game.moment.turn, game.attempt.challenger) == 1


@compiled
def lose(game: Game, taker: int, skull: int) -> Game:
    """The challenger loses its skull, where `skull` is 1, or a flower; it begins or is out."""
    loser = game.attempt.challenger
    tribes = _without(game.table, game.tribes, loser, skull)
    # The blind pick's disc is no secret to come any more; the state in `rules/` forgets it too.
    attempt = Attempt(loser, game.attempt.flips, game.attempt.skull, NOT_DRAWN)
    lost = Game(game.table, tribes, game.stacks, game.bidding, attempt, game.moment)
    inside = seats_in(tribes)
    if inside & only(loser):
        return begin_round(lost, loser)  # R28
    survivor = lowest(inside)
    if inside & ~_seats_of(game.table, owner(game.table, survivor)) == 0:  # R31, R38
        return end(lost, survivor, LAST_ONE_IN)
    if taker == loser:  # R29: the challenger is asked for a name
        moment = at_phase(game.moment, NAME_FIRST, only(loser))
        return Game(game.table, tribes, game.stacks, game.bidding, attempt, moment)
    return begin_round(lost, taker)


@compiled
def _without(table: PackedTable, tribes: Tribes, loser: int, skull: int) -> Tribes:
    at = WIDTH * loser
    owned_at_first = lane(table.flowers + table.skulls, loser)
    loss = owned_at_first - lane(tribes.flowers + tribes.skulls, loser) + 1
    return Tribes(
        tribes.flowers - ((1 - skull) << at),
        tribes.skulls - (skull << at),
        tribes.wins,
        tribes.lost_skull + (loss * skull << at),
    )


@compiled
def _seats_of(table: PackedTable, player: int) -> Seats:
    second = player + table.players  # R35
    return only(player) | (only(second) if second < table.seats else 0)
