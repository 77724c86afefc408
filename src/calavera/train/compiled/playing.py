"""One training game: moves, tracker updates, and the result."""

from calavera.arena.compiled.compiling import compiled, ones_in, rarely
from calavera.arena.compiled.lanes import lowest, member
from calavera.arena.compiled.layout import OVER, PLACE, Game, seats_in
from calavera.arena.compiled.splitmix import Dice, roll
from calavera.arena.compiled.stepping import chance_is_to_move, draw, happen, step
from calavera.arena.encoding.action_numbers import (
    BID_ONE,
    DISCARD_FLOWER,
    FLIP_OWN,
    PASS_ON,
    PICK_BLIND,
)
from calavera.train.compiled.choosing import (
    Scene,
    forced_number,
    is_naming,
    number_of_choice,
    number_of_name,
    write_choices,
)
from calavera.train.compiled.ending_values import Values, write_ending
from calavera.train.compiled.regulars import scripted_choice
from calavera.train.compiled.tracking import (
    LAST_BID,
    Track,
    begin_tracking,
    track_flip,
    track_loss,
    track_placement,
    track_round,
)


@rarely
def begin(game: Game, scene: Scene) -> None:
    """Initialises a scene whose players are seated."""
    begin_tracking(game, scene.track)


@rarely
def play(game: Game, seat: int, number: int, scene: Scene) -> Game:
    """The game after an action; the scene is updated with the public part."""
    track = scene.track
    if number < BID_ONE:
        track_placement(game, seat, track)
    elif number < PASS_ON:
        track[seat, LAST_BID] = number - BID_ONE + 1
    elif FLIP_OWN <= number < DISCARD_FLOWER:
        mat = seat + number - FLIP_OWN
        track_flip(game, mat if mat < game.table.seats else mat - game.table.seats, track)
    elif DISCARD_FLOWER <= number <= PICK_BLIND:
        track_loss(game, seat, track)
    after = step(game, seat, number)
    if after.moment.round != game.moment.round:
        track_round(after, track)
    return after


@rarely
def play_to_choice(game: Game, dice: Dice, scene: Scene) -> tuple[Game, Dice]:
    """Plays until a network has a choice, or the game is finished.

    The first seat in turn chooses; the scene's mask has its legal choices.
    """
    while not is_finished(game, scene.solved):
        if chance_is_to_move(game):
            dice, number = draw(game, dice)
            game = happen(game, number)
            continue
        seat = lowest(game.moment.turn)
        count = write_choices(game, seat, scene.mask)
        if count > 1 and scene.policies[seat] >= 0:
            break
        dice, number = scripted_number(game, dice, seat, count, scene)
        game = play(game, seat, number, scene)
    return game, dice


@compiled
def scripted_number(
    game: Game, dice: Dice, seat: int, count: int, scene: Scene
) -> tuple[Dice, int]:
    """The action if no network has to choose."""
    if is_naming(game):
        inside = seats_in(game.tribes)
        dice, index = roll(dice, ones_in(inside))
        return dice, number_of_name(game, seat, member(inside, index))
    if count == 0:
        return dice, forced_number(game)
    if count == 1:
        choice = 0
        while not scene.mask[choice]:
            choice += 1
    else:
        dice, choice = scripted_choice(game, dice, seat, scene)
    return dice, number_of_choice(game, seat, choice)


@compiled
def is_finished(game: Game, solved: bool) -> bool:
    """Whether the game is over or, if that is solved, two players begin a round."""
    phase = game.moment.phase
    if phase == OVER or not solved:
        return phase == OVER
    return phase == PLACE and game.stacks.total == 0 and ones_in(seats_in(game.tribes)) == 2


@rarely
def write_wins(game: Game, track: Track, values: Values, wins: Track) -> None:
    """Sets `wins` to each seat's probability of winning a finished game."""
    wins[:] = 0.0
    if game.moment.phase == OVER:
        wins[game.moment.winner] = 1.0
    else:
        write_ending(game, track, values, wins)
