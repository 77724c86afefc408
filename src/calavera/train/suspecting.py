"""The memory of `calavera.bots.belief`, compiled: what its moves tell of each seat's skull.

For every seat and style there are seven numbers: six tell where the skull is, as in `tracking`,
the last how likely the style is.
"""

from typing import Final, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled, rarely
from calavera.arena.compiled.game import ADD, Game
from calavera.arena.compiled.lanes import lane
from calavera.arena.numbers import BID_ONE, DISCARD_FLOWER, FLIP_OWN, PASS_ON, PICK_BLIND
from calavera.bots.belief import habits
from calavera.bots.belief.habits import STYLES_KNOWN
from calavera.bots.belief.suspect import FORGETTING
from calavera.train.tracking import GONE, HAND, STACK

Memory: TypeAlias = NDArray[numpy.float64]
"""By seat, style and number."""

STYLES: Final = len(STYLES_KNOWN)
PLACES: Final = 6
STYLE: Final = PLACES
"""Where the style's own chance is."""

REMEMBERED: Final = PLACES + 1

SKULL_FIRST: Final = numpy.array([style.skull_first for style in STYLES_KNOWN])
SKULL_LATER: Final = numpy.array([style.skull_later for style in STYLES_KNOWN])
ADDING: Final = numpy.array([style.adding for style in STYLES_KNOWN])
BIDDING: Final = numpy.array([style.bidding for style in STYLES_KNOWN])
DISCARDING: Final = numpy.array([style.discarding for style in STYLES_KNOWN])

CLEAN, COVERED, CAUGHT = habits.CLEAN, habits.COVERED, habits.CAUGHT
_LOWER, _OWN, _ONE_MORE, _MORE = habits.LOWER, habits.OWN, habits.ONE_MORE, habits.MORE
_EVERYTHING, _ADD = habits.EVERYTHING, habits.ADD
PASS, _RAISE, _BURN_OUT = habits.PASS, habits.RAISE, habits.BURN_OUT


@rarely
def begin_suspecting(game: Game, memory: Memory) -> None:
    """Nothing is known of anybody's style."""
    memory[:] = 0.0
    memory[:, :, STYLE] = 1.0 / STYLES
    for seat in range(game.table.seats):
        memory[seat, :, HAND if lane(game.table.skulls, seat) else GONE] = 1.0


@rarely
def suspect(game: Game, seat: int, number: int, memory: Memory) -> None:
    """Learns from an action that is about to happen."""
    if number < BID_ONE:
        _suspect_placement(game, seat, memory)
    elif number < PASS_ON:
        _suspect_bid(game, seat, number - BID_ONE + 1, memory)
    elif number == PASS_ON:
        _weigh_answer(game, seat, PASS, memory)
    elif number < DISCARD_FLOWER:
        mat = seat + number - FLIP_OWN
        _suspect_flip(game, mat if mat < game.table.seats else mat - game.table.seats, memory)
    elif number <= PICK_BLIND:
        _suspect_loss(game, seat, memory)


@rarely
def suspect_round(memory: Memory) -> None:
    """All discs are in hand again, and some of what is known of styles is forgotten."""
    for seat in range(len(memory)):
        for style in range(STYLES):
            row = memory[seat, style]
            row[HAND] = row[HAND:PLACES].sum()
            row[STACK:PLACES] = 0.0
            row[STYLE] = (1.0 - FORGETTING) * row[STYLE] + FORGETTING / STYLES


@compiled
def reach(height: int, number: int, total: int) -> int:
    """How many discs of others a number asks for, in seven steps; everything is apart."""
    need = number - height
    if need <= 0:
        return 0
    if number == total:
        return 5 if need < 3 else 6
    return min(need, 4)


@compiled
def _suspect_placement(game: Game, seat: int, memory: Memory) -> None:
    height, hand = lane(game.stacks.height, seat), _hand(game, seat)
    adds = game.moment.phase == ADD
    if adds:
        _weigh_opening(game, seat, _ADD, memory)
    discs, wins = hand + height, lane(game.tribes.wins, seat)
    for style in range(STYLES):
        chance = 1.0
        if adds and hand > 1:
            chance = SKULL_LATER[style, min(height, 2) - 1]
        elif not adds and discs > 1:
            chance = SKULL_FIRST[style, wins, discs - 2]
        down = memory[seat, style, HAND] * chance
        memory[seat, style, HAND] -= down
        memory[seat, style, STACK + height] = down


@compiled
def _suspect_bid(game: Game, seat: int, number: int, memory: Memory) -> None:
    height, total = lane(game.stacks.height, seat), game.stacks.total
    if game.moment.phase != ADD:
        _weigh_answer(game, seat, _BURN_OUT if number == total else _RAISE, memory)
        return
    if number == total:
        kind = _EVERYTHING
    elif number < height:
        kind = _LOWER
    else:
        kind = _OWN if number == height else _ONE_MORE if number == height + 1 else _MORE
    _weigh_opening(game, seat, kind, memory)


@compiled
def _weigh_opening(game: Game, seat: int, kind: int, memory: Memory) -> None:
    height, hand = lane(game.stacks.height, seat), _hand(game, seat)
    likely = numpy.zeros(PLACES)
    for style in range(STYLES):
        for place in range(PLACES):
            stance = CLEAN
            if place >= STACK:
                stance = CAUGHT if place - STACK == height - 1 else COVERED
            table = ADDING[style, stance, min(height, 3) - 1]
            # With an empty hand it has to open (R10).
            likely[place] = table[kind] if hand else table[kind] / (1.0 - table[_ADD])
        _weigh(memory[seat, style], likely, height)
    _even_out(memory[seat])


@compiled
def _weigh_answer(game: Game, seat: int, answer: int, memory: Memory) -> None:
    height, standing = lane(game.stacks.height, seat), game.bidding.number
    wins = lane(game.tribes.wins, seat)
    threat = lane(game.tribes.wins, game.bidding.bidder)
    step = reach(height, standing + 1, game.stacks.total)
    likely = numpy.zeros(PLACES)
    for style in range(STYLES):
        for place in range(PLACES):
            stance = CLEAN
            if place >= STACK:
                sure = height - 1 - (place - STACK)
                stance = COVERED if standing < sure else CAUGHT
            likely[place] = BIDDING[style, stance, wins, threat, step, answer]
        _weigh(memory[seat, style], likely, height)
    _even_out(memory[seat])


@compiled
def _weigh(row: Memory, likely: Memory, height: int) -> None:
    """Weighs one style's places of the skull; its chance is left to be evened out."""
    total = 0.0
    for place in range(STACK + height):
        total += row[place] * likely[place]
    if total > 0.0:
        for place in range(STACK + height):
            row[place] *= likely[place] / total
    row[STYLE] *= total


@compiled
def _even_out(rows: Memory) -> None:
    """Has the chances of all styles add up to 1; the rows are one seat's."""
    total = rows[:, STYLE].sum()
    if total > 0.0:
        rows[:, STYLE] /= total
    else:  # it could not have happened: then it teaches nothing
        rows[:, STYLE] = 1.0 / STYLES


@compiled
def _suspect_flip(game: Game, mat: int, memory: Memory) -> None:
    place = lane(game.stacks.height, mat) - lane(game.stacks.flipped, mat)
    at, skull = STACK + place - 1, lane(game.stacks.skull_place, mat) == place
    for style in range(STYLES):
        row = memory[mat, style]
        chance = row[at]
        row[STYLE] *= chance if skull else 1.0 - chance
        if skull:
            row[:PLACES] = 0.0
            row[at] = 1.0
        else:
            rest = row[:PLACES].sum() - chance
            if rest > 0.0:
                row[at] = 0.0
                row[:PLACES] /= rest
    _even_out(memory[mat])


@compiled
def _suspect_loss(game: Game, taker: int, memory: Memory) -> None:
    loser = game.attempt.challenger
    discs = lane(game.tribes.flowers + game.tribes.skulls, loser)
    for style in range(STYLES):
        row = memory[loser, style]
        chance = DISCARDING[style, discs - 1] if taker == loser else 1.0 / discs
        had = row[HAND:PLACES].sum()
        row[HAND:PLACES] *= 1.0 - chance
        row[GONE] += had * chance


@compiled
def _hand(game: Game, seat: int) -> int:
    return lane(game.stacks.flowers + game.stacks.skulls, seat)
