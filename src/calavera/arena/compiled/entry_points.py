"""What Python calls: loops over stored games, without the interpreter's lock."""

from calavera.arena.compiled.compiling import compiled, entry, whole
from calavera.arena.compiled.lanes import NOBODY, lowest
from calavera.arena.compiled.layout import OVER, Game
from calavera.arena.compiled.legal import write_legal
from calavera.arena.compiled.observing import write_observation
from calavera.arena.compiled.playout import play_out
from calavera.arena.compiled.splitmix import Dice, dice_of
from calavera.arena.compiled.stepping import chance_is_to_move, draw, happen, step
from calavera.arena.compiled.storing import load, store
from calavera.arena.encoding.action_numbers import ACTIONS
from calavera.arena.encoding.arrays import Bytes, Counters, Results, Words


@entry
def play_games(start: Words, seed: int, first_game: int, results: Results) -> None:
    """Plays as many games from one start as there are rows in `results`."""
    game = load(start)
    for index in range(len(results)):
        run = play_out(game, dice_of(seed, first_game + index), None)
        moment = run.game.moment
        results[index, 0] = moment.winner
        results[index, 1] = moment.ending
        results[index, 2] = moment.round
        results[index, 3] = run.moves


@entry
def trace_game(start: Words, seed: int, number: int, trace: Bytes, end: Words) -> int:
    """Plays one of those games again, with its moves and its last position; returns how many."""
    run = play_out(load(start), dice_of(seed, number), trace)
    store(run.game, end)
    return run.moves


@entry
def retrace(start: Words, trace: Bytes, positions: Words) -> None:
    """Plays written moves, chance's among them; `positions` takes the start and one row a move."""
    game = load(start)
    store(game, positions[0])
    for move in range(len(trace)):
        game = step(game, whole(trace[move, 0]), whole(trace[move, 1]))
        store(game, positions[move + 1])


@entry
def begin_games(start: Words, seed: int, numbers: Words, rows: Words, counters: Counters) -> None:
    """Sets games to the start, each with the dice of its number, and lets chance move."""
    game = load(start)
    for index in range(len(rows)):
        dice = dice_of(seed, numbers[index])
        _settle(game, dice, rows[index], counters[index : index + 1])


@entry
def step_games(rows: Words, counters: Counters, seats: Words, numbers: Words) -> None:
    """One move in every game that is not over, and chance's where it is to follow."""
    for index in range(len(rows)):
        game = load(rows[index])
        if game.moment.phase == OVER:
            continue
        game = step(game, seats[index], numbers[index])
        _settle(game, counters[index], rows[index], counters[index : index + 1])


@compiled
def _settle(game: Game, dice: Dice, row: Words, counter: Counters) -> None:
    """Lets chance move where it is to, and stores game and dice."""
    if chance_is_to_move(game):
        dice, number = draw(game, dice)
        game = happen(game, number)
    store(game, row)
    counter[0] = dice


@entry
def first_refused(rows: Words, seats: Words, numbers: Words, mask: Bytes) -> int:
    """The index of the first game where the move is not legal; how many there are if none is.

    `mask` is room to compute in.
    """
    for index in range(len(rows)):
        game = load(rows[index])
        if game.moment.phase == OVER:
            continue
        if not 0 <= numbers[index] < ACTIONS or not 0 <= seats[index] < game.table.seats:
            return index
        write_legal(game, seats[index], mask)
        if not mask[numbers[index]]:
            return index
    return len(rows)


@entry
def write_masks(rows: Words, seats: Words, masks: Bytes) -> None:
    """What a seat of each game may do."""
    for index in range(len(rows)):
        write_legal(load(rows[index]), seats[index], masks[index])


@entry
def write_observations(rows: Words, seats: Words, observations: Bytes) -> None:
    """What the player of a seat of each game knows."""
    for index in range(len(rows)):
        write_observation(load(rows[index]), seats[index], observations[index])


@entry
def write_turns(rows: Words, seats: Words) -> None:
    """Whose turn it is in each game, the first of several; nobody's where it is over."""
    for index in range(len(rows)):
        turn = load(rows[index]).moment.turn
        seats[index] = lowest(turn) if turn else NOBODY
