"""Scripted opponents, compiled: players that a champion has to beat whatever it learned.

- *sitter*: skull first, then flowers; bids only when it must, so it waits for others to fail.
- *counter*: the same, but bids as high as it is at least 80 % sure to reach.
- *random*: any of its choices.
- *belief*: the bot of that name.
"""

from typing import Final

import numpy

from calavera.arena.compiled.compiling import compiled, rarely
from calavera.arena.compiled.dice import Dice, fraction, roll
from calavera.arena.compiled.game import ADD, BID, FLIP, PLACE, Game
from calavera.arena.compiled.lanes import NOBODY, lane
from calavera.bots.champion.choices import (
    DISCARD_FLOWER,
    EVERYTHING,
    FLIP_NEXT,
    MOST_RAISE,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.train.believing import write_belief_chances
from calavera.train.choosing import Mask, Scene
from calavera.train.seeing import next_slot, sure_flowers
from calavera.train.tracking import STACK, Track, skull_on_top

SITTER, COUNTER, RANDOM, BELIEF = -1, -2, -3, -4
REGULARS: Final = {"sitter": SITTER, "counter": COUNTER, "random": RANDOM, "belief": BELIEF}
"""The numbers of scripted policies; networks have those from 0 on."""

SURE_ENOUGH: Final = 0.8
_MOST_DISCS: Final = 48


@rarely
def scripted_choice(game: Game, dice: Dice, seat: int, scene: Scene) -> tuple[Dice, int]:
    """What the scripted player of a seat chooses."""
    policy = scene.policies[seat]
    if policy == BELIEF:
        return _believing_choice(game, dice, seat, scene)
    if policy == RANDOM:
        dice, index = roll(dice, scene.mask.sum())
        return dice, numpy.flatnonzero(scene.mask)[index]
    return dice, _sitting_choice(policy == COUNTER, game, seat, scene.track, scene.mask)


@compiled
def _believing_choice(game: Game, dice: Dice, seat: int, scene: Scene) -> tuple[Dice, int]:
    chances = numpy.zeros(len(scene.mask))
    write_belief_chances(game, seat, scene.memory, scene.mask, chances)
    dice, left = fraction(dice)
    drawn = 0
    for choice in range(len(chances)):
        if chances[choice] > 0.0:
            drawn = choice
            left -= chances[choice]
            if left < 0.0:
                break
    return dice, drawn


@compiled
def believes(game: Game, scene: Scene) -> bool:
    """Whether a belief player sits at the table."""
    for seat in range(game.table.seats):
        if scene.policies[seat] == BELIEF:
            return True
    return False


@compiled
def _sitting_choice(counts: bool, game: Game, seat: int, track: Track, mask: Mask) -> int:
    phase = game.moment.phase
    if counts and phase in (ADD, BID):
        choice = _sure_bid(game, seat, track)
        if choice >= 0:
            return choice
    if phase == PLACE and mask[PLACE_SKULL]:
        return PLACE_SKULL
    if phase in (PLACE, ADD):
        # Once its hand is empty it must bid (R10), as low as it can.
        if mask[PLACE_FLOWER]:
            return PLACE_FLOWER
        if mask[PLACE_SKULL]:
            return PLACE_SKULL
        return RAISE if mask[RAISE] else EVERYTHING
    if phase == BID:
        return PASS_ON
    return _safest_flip(game, seat, track) if phase == FLIP else DISCARD_FLOWER


@compiled
def _safest_flip(game: Game, seat: int, track: Track) -> int:
    """The disc least likely a skull."""
    best, least = FLIP_NEXT, 2.0
    other, slot = next_slot(game, seat, seat), 0
    while other != NOBODY:
        if lane(game.stacks.height, other) > lane(game.stacks.flipped, other):
            risk = skull_on_top(game, other, track)
            if risk < least:
                best, least = FLIP_NEXT + slot, risk
        other, slot = next_slot(game, seat, other), slot + 1
    return best


@compiled
def _sure_bid(game: Game, seat: int, track: Track) -> int:
    """The highest bid that it is sure enough of; -1 where it is of none."""
    number, total = game.bidding.number, game.stacks.total
    highest = _sure_number(game, seat, track)
    if highest <= number:
        return -1
    if highest == total:
        return EVERYTHING
    return RAISE + min(highest - number, MOST_RAISE) - 1


@compiled
def _sure_number(game: Game, seat: int, track: Track) -> int:
    """How many flowers it reaches with that chance, by the best flips."""
    sure = sure_flowers(game, seat)
    if sure < lane(game.stacks.height, seat):
        return sure
    best = numpy.zeros(_MOST_DISCS + 1)
    best[0] = 1.0
    found = 0
    other = next_slot(game, seat, seat)
    while other != NOBODY:
        height = lane(game.stacks.height, other)
        for before in range(found, -1, -1):  # downwards, so that no mat is counted twice
            clear = 1.0
            for taken in range(1, height + 1):
                clear -= track[other, STACK + height - taken]
                best[before + taken] = max(best[before + taken], best[before] * clear)
        found += height
        other = next_slot(game, seat, other)
    while best[found] < SURE_ENOUGH:
        found -= 1
    return sure + found
