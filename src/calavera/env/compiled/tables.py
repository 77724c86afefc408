"""Many tables, stepped from one decision of the learner to its next.

The learner plays one seat, or both seats of one player with two tribes, or all seats. Everybody
else is a compiled opponent.
"""

from typing import Final, NamedTuple

from calavera.arena.compiled.compiling import compiled, entry, ones_in
from calavera.arena.compiled.lanes import Seats, lowest, member, only
from calavera.arena.compiled.layout import OVER, Game, seats_in
from calavera.arena.compiled.legal import write_legal
from calavera.arena.compiled.observing import write_observation
from calavera.arena.compiled.splitmix import Dice, dice_of, roll
from calavera.arena.compiled.stepping import chance_is_to_move, draw, happen, step
from calavera.arena.compiled.storing import load, store
from calavera.arena.encoding.action_numbers import SHOW_MAT
from calavera.arena.encoding.arrays import Bytes, Counters, Words
from calavera.env.compiled.networks import FIRST, Networks, network_choice
from calavera.train.compiled.choosing import Mask, Scene, number_of_choice, write_choices
from calavera.train.compiled.playing import begin, play, scripted_number
from calavera.train.compiled.regulars import any_of
from calavera.train.compiled.tracking import Track

LEARNER: Final = 0
"""The policy of the learner; those of networks are above, those of scripted players below 0."""

UNIFORM: Final = -9
"""Any legal action, each as likely."""


class Tables(NamedTuple):
    """Running games: a row each."""

    numbers: Words
    rows: Words
    counters: Counters
    tracks: Track
    policies: Words
    """By seat."""

    seats: Words
    """The learner's seat that has to act, or that acted last."""

    running: Mask
    """Whether the learner has a decision to make."""

    observations: Bytes
    masks: Bytes


class Company(NamedTuple):
    """Who plays."""

    start: Words
    seed: int
    everywhere: bool
    """Whether the learner plays all seats."""

    opponents: Words
    """The policies of the others, clockwise from the learner."""

    watched: bool
    """Whether an opponent follows the game."""

    networks: Networks
    choices: Mask
    legal: Bytes
    """Room to compute in."""


@entry
def begin_tables(tables: Tables, company: Company, which: Mask) -> None:
    """Begins new games at some tables, under their next numbers."""
    for index in range(len(which)):
        if which[index]:
            _begin(tables, company, index)


@entry
def step_tables(tables: Tables, company: Company, numbers: Words, which: Mask) -> None:
    """A legal action of the learner at some tables, then all others' up to its next decision."""
    for index in range(len(which)):
        if which[index]:
            game, scene = load(tables.rows[index]), _scene(tables, company, index)
            game = _moved(game, tables.seats[index], numbers[index], scene, company.watched)
            game, dice, waits = _play_on(game, tables.counters[index], scene, company)
            _put_back(tables, index, game, dice, waits)


@compiled
def _begin(tables: Tables, company: Company, index: int) -> None:
    tables.running[index] = False
    while not tables.running[index]:  # else it was over before the learner's first decision
        tables.numbers[index] += len(tables.numbers)
        game, scene = load(company.start), _scene(tables, company, index)
        dice = dice_of(company.seed, tables.numbers[index])
        dice, tables.seats[index] = _seat_players(game, dice, company, tables.policies[index])
        if company.watched:
            begin(game, scene)
        game, dice, waits = _play_on(game, dice, scene, company)
        _put_back(tables, index, game, dice, waits)


@compiled
def _seat_players(game: Game, dice: Dice, company: Company, policies: Words) -> tuple[Dice, int]:
    """Draws the learner's player among those that are in; returns one of its seats."""
    policies[:] = LEARNER
    table, inside = game.table, seats_in(game.tribes)
    if company.everywhere:
        return dice, lowest(inside)
    dice, index = roll(dice, ones_in(inside))
    seat = member(inside, index)
    for steps in range(1, table.players):
        player = (seat + steps) % table.players
        for place in range(player, table.seats, table.players):
            policies[place] = company.opponents[steps - 1]
    return dice, seat


@compiled
def _scene(tables: Tables, company: Company, index: int) -> Scene:
    return Scene(tables.tracks[index], tables.policies[index], company.choices, False)


@compiled
def _moved(game: Game, seat: int, number: int, scene: Scene, watched: bool) -> Game:
    return play(game, seat, number, scene) if watched else step(game, seat, number)


@compiled
def _play_on(game: Game, dice: Dice, scene: Scene, company: Company) -> tuple[Game, Dice, bool]:
    """Plays until the learner has to act, and tells whether it has: it may be out, or all over."""
    learners: Seats = 0
    for seat in range(game.table.seats):
        if scene.policies[seat] == LEARNER:
            learners |= only(seat)
    while game.moment.phase != OVER and seats_in(game.tribes) & learners:
        if chance_is_to_move(game):
            dice, number = draw(game, dice)
            game = happen(game, number)
            continue
        seat = lowest(game.moment.turn)
        if scene.policies[seat] == LEARNER:
            return game, dice, True
        dice, number = _opponents_number(game, dice, seat, scene, company)
        game = _moved(game, seat, number, scene, company.watched)
    return game, dice, False


@compiled
def _opponents_number(
    game: Game, dice: Dice, seat: int, scene: Scene, company: Company
) -> tuple[Dice, int]:
    policy = scene.policies[seat]
    if policy == UNIFORM:
        return _any_number(game, dice, seat, company.legal)
    count = write_choices(game, seat, scene.mask)
    if count > 1 and policy >= FIRST:
        dice, choice = network_choice(game, dice, seat, scene, company.networks)
        return dice, number_of_choice(game, seat, choice)
    return scripted_number(game, dice, seat, count, scene)


@compiled
def _any_number(game: Game, dice: Dice, seat: int, legal: Bytes) -> tuple[Dice, int]:
    write_legal(game, seat, legal)
    legal[SHOW_MAT] = 0
    return any_of(dice, legal)


@compiled
def _put_back(tables: Tables, index: int, game: Game, dice: Dice, waits: bool) -> None:
    """Stores a game, and what the learner may know of it."""
    mask = tables.masks[index]
    if waits:
        tables.seats[index] = lowest(game.moment.turn)
    store(game, tables.rows[index])
    tables.counters[index] = dice
    tables.running[index] = waits
    write_observation(game, tables.seats[index], tables.observations[index])
    write_legal(game, tables.seats[index], mask)
    mask[SHOW_MAT] = 0
    if not waits:
        mask[:] = 0
