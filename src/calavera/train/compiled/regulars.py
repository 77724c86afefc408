"""Scripted opponents, compiled: players that every champion has to beat.

- *sitter*: skull first, then flowers; bids only when it must, so it waits for others to fail.
- *counter*: the same, but bids the most that it reaches with a probability of at least 80 %.
- *random*: a uniformly random choice.
"""

from typing import Final

import numpy

from calavera.arena.compiled.compiling import allocating, compiled, rarely
from calavera.arena.compiled.lanes import NOBODY, lane
from calavera.arena.compiled.layout import ADD, BID, FLIP, PLACE, Game
from calavera.arena.compiled.splitmix import Dice, roll
from calavera.arena.encoding.arrays import Bytes
from calavera.bots.network.choices import (
    DISCARD_FLOWER,
    EVERYTHING,
    FLIP_NEXT,
    MOST_RAISE,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.train.compiled.choosing import Mask, Scene
from calavera.train.compiled.seeing import next_slot, sure_flowers
from calavera.train.compiled.tracking import STACK, Track, skull_on_top

SITTER, COUNTER, RANDOM = -1, -2, -3
REGULARS: Final = {"sitter": SITTER, "counter": COUNTER, "random": RANDOM}
"""Indices of scripted policies; networks have those from 0 on."""

SURE_ENOUGH: Final = 0.8
_MOST_DISCS: Final = 48


@rarely
def scripted_choice(game: Game, dice: Dice, seat: int, scene: Scene) -> tuple[Dice, int]:
    """The choice of a seat's scripted player."""
    policy = scene.policies[seat]
    if policy == RANDOM:
        return any_of(dice, scene.mask)
    return dice, _sitting_choice(policy == COUNTER, game, seat, scene.track, scene.mask)


@compiled
def any_of(dice: Dice, mask: Mask | Bytes) -> tuple[Dice, int]:
    """The number of something that is marked, each as likely."""
    dice, left = roll(dice, mask.sum())
    choice = 0
    while not mask[choice] or left:
        left -= mask[choice]
        choice += 1
    return dice, choice


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
        # With an empty hand it must bid (R10), as low as it can.
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
    """The disc least likely to be a skull."""
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
    """The highest bid that it is sure enough of, or -1."""
    number, total = game.bidding.number, game.stacks.total
    highest = _sure_number(game, seat, track)
    if highest <= number:
        return -1
    if highest == total:
        return EVERYTHING
    return RAISE + min(highest - number, MOST_RAISE) - 1


@allocating
def _sure_number(game: Game, seat: int, track: Track) -> int:
    """How many flowers it is sure enough to reach with the best flips."""
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
