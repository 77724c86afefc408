"""One training game: moves with the tracker kept up to date, and who wins."""

from calavera.arena.compiled.compiling import compiled, ones_in, rarely
from calavera.arena.compiled.dice import Dice, roll
from calavera.arena.compiled.game import OVER, PLACE, Game, seats_in
from calavera.arena.compiled.lanes import lowest, member
from calavera.arena.compiled.stepping import chance_is_to_move, draw, happen, step
from calavera.arena.numbers import (
    BID_ONE,
    DISCARD_FLOWER,
    FLIP_OWN,
    PASS_ON,
    PICK_BLIND,
)
from calavera.train.choosing import (
    Scene,
    forced_number,
    is_naming,
    number_of_choice,
    number_of_name,
    write_choices,
)
from calavera.train.endings import Values, write_ending
from calavera.train.regulars import believes, scripted_choice
from calavera.train.suspecting import begin_suspecting, suspect, suspect_round
from calavera.train.tracking import (
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
    """Sets a scene whose players are seated."""
    begin_tracking(game, scene.track)
    if believes(game, scene):
        begin_suspecting(game, scene.memory)


@rarely
def play(game: Game, seat: int, number: int, scene: Scene) -> Game:
    """The game after an action; the scene learns what everybody saw of it."""
    track, suspected = scene.track, believes(game, scene)
    if suspected:
        suspect(game, seat, number, scene.memory)
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
        if suspected:
            suspect_round(scene.memory)
    return after


@rarely
def play_to_choice(game: Game, dice: Dice, scene: Scene) -> tuple[Game, Dice]:
    """Plays on to where a network has a choice, two players begin a round, or the game is over.

    The first seat in turn chooses; the scene's mask says what it may.
    """
    while not is_finished(game):
        if chance_is_to_move(game):
            dice, number = draw(game, dice)
            game = happen(game, number)
            continue
        seat = lowest(game.moment.turn)
        count = write_choices(game, seat, scene.mask)
        if count > 1 and scene.policies[seat] >= 0:
            break
        dice, number = _number(game, dice, seat, count, scene)
        game = play(game, seat, number, scene)
    return game, dice


@compiled
def _number(game: Game, dice: Dice, seat: int, count: int, scene: Scene) -> tuple[Dice, int]:
    """What happens where no network is asked."""
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
def is_finished(game: Game) -> bool:
    """Whether the game is over, or two players begin a round."""
    phase = game.moment.phase
    if phase == OVER:
        return True
    return phase == PLACE and game.stacks.total == 0 and ones_in(seats_in(game.tribes)) == 2


@rarely
def write_wins(game: Game, track: Track, values: Values, wins: Track) -> None:
    """Sets `wins` to how likely each seat of a finished game wins."""
    wins[:] = 0.0
    if game.moment.phase == OVER:
        wins[game.moment.winner] = 1.0
    else:
        write_ending(game, track, values, wins)
