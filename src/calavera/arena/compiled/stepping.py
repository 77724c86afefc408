"""One move of anybody, by its number. It never judges, as `evolve`: the legal mask does."""

from calavera.arena.compiled.attempt import flip, show
from calavera.arena.compiled.bidding import bid, pass_on
from calavera.arena.compiled.compiling import compiled, ones_in
from calavera.arena.compiled.lanes import lane, member, only
from calavera.arena.compiled.layout import DRAW, FLOWER_DRAWN, LOSE, NOT_DRAWN, Game, seats_in
from calavera.arena.compiled.losing import is_own_skull, lose, shuffle
from calavera.arena.compiled.placing import begin_round, place
from calavera.arena.compiled.splitmix import Dice, roll
from calavera.arena.encoding.action_numbers import (
    ACTIONS,
    BID_ONE,
    DISCARD_FLOWER,
    DISCARD_SKULL,
    DRAW_FLOWER,
    DRAW_SKULL,
    FIRST_IS,
    FLIP_OWN,
    NAME_SELF,
    PASS_ON,
    PICK_BLIND,
    SHOW_MAT,
)


@compiled
def step(game: Game, seat: int, number: int) -> Game:
    """The game after an action of a seat, or after what chance did."""
    if number < BID_ONE:
        return place(game, only(seat), only(seat) * number)
    if number < PASS_ON:
        return bid(game, seat, number - BID_ONE + 1)
    if number == PASS_ON:
        return pass_on(game, seat)
    if number < DISCARD_FLOWER:
        return flip(game, _on_from(game, seat, number - FLIP_OWN), 1)
    if number <= DISCARD_SKULL:
        return lose(game, seat, number - DISCARD_FLOWER)
    if number == PICK_BLIND:
        return lose(game, seat, game.attempt.drawn - FLOWER_DRAWN)
    if number < SHOW_MAT:
        return begin_round(game, _on_from(game, seat, number - NAME_SELF))  # R29
    return show(game, seat) if number < ACTIONS else happen(game, number)


@compiled
def happen(game: Game, number: int) -> Game:
    """The game after what chance did."""
    if number < DRAW_FLOWER:
        return begin_round(game, number - FIRST_IS)  # R4
    return shuffle(game, FLOWER_DRAWN + number - DRAW_FLOWER)


@compiled
def _on_from(game: Game, seat: int, steps: int) -> int:
    chair = seat + steps
    return chair if chair < game.table.seats else chair - game.table.seats


@compiled
def chance_is_to_move(game: Game) -> bool:
    """Whether the first player is to be drawn (R4) or discs are to be shuffled (R24)."""
    if game.moment.phase == LOSE:
        return game.attempt.drawn == NOT_DRAWN and not is_own_skull(game)
    return game.moment.phase == DRAW


@compiled
def draw(game: Game, dice: Dice) -> tuple[Dice, int]:
    """What chance does where it is to move, each by its weight: a number for `step`."""
    if game.moment.phase == DRAW:
        inside = seats_in(game.tribes)
        dice, index = roll(dice, ones_in(inside))
        return dice, FIRST_IS + member(inside, index)
    challenger = game.attempt.challenger
    flowers = lane(game.tribes.flowers, challenger)
    dice, index = roll(dice, flowers + lane(game.tribes.skulls, challenger))
    return dice, DRAW_SKULL if index >= flowers else DRAW_FLOWER
