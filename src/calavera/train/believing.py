"""The choices of `calavera.bots.belief`, compiled, as long as more than two players are left.

The same weighing as in its modules `prospects`, `outlook`, `staying`, `attempt` and `player`, where
it is explained; a test compares the chances of all choices.
"""

import math
from typing import Final, NamedTuple

import numpy

from calavera.arena.compiled.compiling import compiled, rarely
from calavera.arena.compiled.game import FLIP, LOSE, PLACE, Game
from calavera.arena.compiled.lanes import NOBODY, lane
from calavera.bots.belief.numbers import FIRST, STAYING, STRENGTH
from calavera.bots.belief.outlook import ANY_MAT, PICKY, UNLIKELY
from calavera.bots.belief.player import HEAT, JUMP, KEEPS, LEAST_GAIN
from calavera.bots.belief.staying import BELOW, IN_HAND, NO_SKULL, ON_TOP
from calavera.bots.champion.choices import (
    DISCARD_FLOWER,
    DISCARD_SKULL,
    EVERYTHING,
    FLIP_NEXT,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.train.choosing import Mask
from calavera.train.seeing import next_slot, sure_flowers
from calavera.train.suspecting import (
    BIDDING,
    CAUGHT,
    CLEAN,
    COVERED,
    PASS,
    PLACES,
    STYLE,
    STYLES,
    Memory,
    reach,
)
from calavera.train.tracking import GONE, HAND, STACK

_STRENGTH: Final = numpy.array(STRENGTH)
_KEEPS: Final = numpy.array(KEEPS)
_DISCS: Final = 4
_MOST: Final = 24
"""Discs on all mats of six seats."""


class Outlook(NamedTuple):
    """What a seat weighs its choices by."""

    seat: int
    memory: Memory
    believed: Memory
    """Where each skull is, by seat and place."""

    strengths: Memory
    clear: Memory
    """How likely the top 0, 1, 2… discs of each mat are flowers."""

    looks: Memory
    """The same as the others see it."""


def _staying() -> Memory:
    worth = numpy.zeros((6, 4, _DISCS + 1, 3, 2, STYLES))
    for key, by_style in STAYING.items():
        worth[key] = by_style
    return worth


_STAYING: Final = _staying()


@rarely
def write_belief_chances(
    game: Game, seat: int, memory: Memory, mask: Mask, chances: Memory
) -> None:
    """Sets `chances` to how likely a belief player takes each of its choices."""
    chances[:] = 0.0
    phase = game.moment.phase
    if phase == FLIP:
        chances[_flip(game, seat, memory)] = 1.0
    elif phase == LOSE:
        keep = _KEEPS[_owned(game, seat) - 2]
        chances[DISCARD_FLOWER], chances[DISCARD_SKULL] = keep, 1.0 - keep
    else:
        _write_mixed(game, seat, memory, mask, chances)


@compiled
def _write_mixed(game: Game, seat: int, memory: Memory, mask: Mask, chances: Memory) -> None:
    """Weighs placements, bids and a pass; the better, the likelier."""
    outlook = _outlook(game, seat, memory)
    now = outlook.strengths[seat] / outlook.strengths.sum()
    gain = max(LEAST_GAIN, _after_success(game, seat, outlook) - now)
    worth = numpy.full(len(mask), -math.inf)
    company = _company(game, seat, memory)
    for choice in (PLACE_FLOWER, PLACE_SKULL):
        if mask[choice]:
            stays = (_STAYING[_staying_key(game, seat, choice)] * company).sum()
            worth[choice] = now + gain * stays
    if game.moment.phase != PLACE:
        _write_bids(game, outlook, worth)
        if mask[PASS_ON]:
            worth[PASS_ON] = _of_pass(game, outlook)
    best = worth.max()
    for choice in range(len(mask)):
        chances[choice] = math.exp((worth[choice] - best) / (HEAT * gain))
    chances /= chances.sum()


@compiled
def _outlook(game: Game, seat: int, memory: Memory) -> Outlook:
    believed = _believed(game, seat, memory)
    clear = numpy.zeros((len(memory), _DISCS + 1))
    for other in range(game.table.seats):
        _write_clear(game, other, believed[other], clear)
    looks = clear.copy()
    _write_clear(game, seat, _mixed(memory[seat]), looks)
    return Outlook(seat, memory, believed, _strengths(game, believed), clear, looks)


@compiled
def _write_bids(game: Game, outlook: Outlook, worth: Memory) -> None:
    lowest, total = game.bidding.number + 1, game.stacks.total
    sure = sure_flowers(game, outlook.seat)
    for number in range(lowest, total + 1):
        if number <= lowest + JUMP or number in (total, sure):
            choice = EVERYTHING if number == total else RAISE + number - lowest
            worth[choice] = _of_bid(game, number, outlook)


@compiled
def _mixed(rows: Memory) -> Memory:
    """Where a seat's skull is, all styles together."""
    mixture = numpy.zeros(PLACES)
    for style in range(STYLES):
        mixture += rows[style, STYLE] * rows[style, :PLACES]
    return mixture


@compiled
def _believed(game: Game, seat: int, memory: Memory) -> Memory:
    """What a seat believes of all: of itself it knows."""
    believed = numpy.zeros((len(memory), PLACES))
    for other in range(game.table.seats):
        believed[other] = _mixed(memory[other])
    believed[seat] = 0.0
    place = lane(game.stacks.skull_place, seat)
    if place:
        believed[seat, STACK + place - 1] = 1.0
    else:
        believed[seat, HAND if lane(game.stacks.skulls, seat) else GONE] = 1.0
    return believed


@compiled
def _strength(wins: int, discs: int, skull: float) -> float:
    if not discs:
        return 0.0
    without, with_skull = _STRENGTH[wins, 0, discs - 1], _STRENGTH[wins, 1, discs - 1]
    return (1.0 - skull) * without + skull * with_skull  # type: ignore[no-any-return]


@compiled
def _owned(game: Game, seat: int) -> int:
    return lane(game.tribes.flowers + game.tribes.skulls, seat)


@compiled
def _strengths(game: Game, believed: Memory) -> Memory:
    strengths = numpy.zeros(len(believed))
    for seat in range(game.table.seats):
        wins, discs = lane(game.tribes.wins, seat), _owned(game, seat)
        strengths[seat] = _strength(wins, discs, 1.0 - believed[seat, GONE])
    return strengths


@compiled
def _changed(other: int, strength: float, outlook: Outlook) -> float:
    """The seat's chance to win where another's strength, or its own, has changed."""
    strengths = outlook.strengths
    mine = strength if outlook.seat == other else strengths[outlook.seat]
    return mine / (strengths.sum() - strengths[other] + strength)  # type: ignore[no-any-return]


@compiled
def _after_success(game: Game, challenger: int, outlook: Outlook) -> float:
    if lane(game.tribes.wins, challenger):
        return 1.0 if challenger == outlook.seat else 0.0
    skull = 1.0 - outlook.believed[challenger, GONE]
    stronger = FIRST * _strength(1, _owned(game, challenger), skull)
    return _changed(challenger, stronger, outlook)


@compiled
def _after_failure(game: Game, challenger: int, own_skull: bool, outlook: Outlook) -> float:
    wins, discs = lane(game.tribes.wins, challenger), _owned(game, challenger)
    if discs == 1:
        return _changed(challenger, 0.0, outlook)
    if own_skull:
        weaker = max(_strength(wins, discs - 1, 1.0), _strength(wins, discs - 1, 0.0))
    else:
        skull = (1.0 - outlook.believed[challenger, GONE]) * (discs - 1) / discs
        weaker = _strength(wins, discs - 1, skull)
    return _changed(challenger, FIRST * weaker, outlook)


@compiled
def _company(game: Game, seat: int, memory: Memory) -> Memory:
    """How much of each style the rivals have."""
    company, rivals = numpy.zeros(STYLES), 0
    for other in range(game.table.seats):
        if other != seat and _owned(game, other):
            company += memory[other, :, STYLE]
            rivals += 1
    return company / rivals


@compiled
def _staying_key(game: Game, seat: int, choice: int) -> tuple[int, int, int, int, int]:
    stacks, inside = game.stacks, 0
    for other in range(game.table.seats):
        inside += _owned(game, other) > 0
    if choice == PLACE_SKULL:
        skull = ON_TOP
    elif lane(stacks.skull_place, seat):
        skull = BELOW
    else:
        skull = IN_HAND if lane(stacks.skulls, seat) else NO_SKULL
    hand = lane(stacks.flowers + stacks.skulls, seat)
    begins = game.moment.phase == PLACE and game.moment.first == seat
    return min(5, inside), skull, lane(stacks.height, seat) + 1, min(2, hand - 1), int(begins)


@compiled
def _write_clear(game: Game, seat: int, suspicion: Memory, clear: Memory) -> None:
    height = lane(game.stacks.height, seat)
    clear[seat, 0] = 1.0
    for taken in range(1, height + 1):
        left = clear[seat, taken - 1] - suspicion[STACK + height - taken]
        clear[seat, taken] = max(0.0, left)


@compiled
def _best_chances(game: Game, without: int, clear: Memory, most: int) -> Memory:
    """The best chance to find 0, 1, 2… flowers on the mats of others, up to a seat."""
    best = numpy.zeros(_MOST + 1)
    best[0] = 1.0
    found = 0
    for other in range(most):
        height = lane(game.stacks.height, other) - lane(game.stacks.flipped, other)
        if other == without or height == 0:
            continue
        for before in range(found, -1, -1):
            for taken in range(1, height + 1):
                chance = best[before] * clear[other, taken]
                best[before + taken] = max(best[before + taken], chance)
        found += height
    return best


@compiled
def _chance(game: Game, seat: int, number: int, clear: Memory) -> float:
    """How likely a seat finds that many flowers, with the best flips."""
    height = lane(game.stacks.height, seat)
    if number <= height:
        return clear[seat, number]  # type: ignore[no-any-return]
    others = _best_chances(game, seat, clear, game.table.seats)
    return clear[seat, height] * others[number - height]  # type: ignore[no-any-return]


@compiled
def _of_bid(game: Game, number: int, outlook: Outlook) -> float:
    seat = outlook.seat
    worth, quiet, after = _if_raised(game, number, seat, outlook)
    if quiet <= 0.0:
        return worth
    chance = _chance(game, seat, number, after.clear)
    own_skull = outlook.clear[seat, min(number, lane(game.stacks.height, seat))] < 0.5
    attempt = _after_failure(game, seat, own_skull, outlook)
    if chance > 0.0:
        attempt += chance * (_after_success(game, seat, outlook) - attempt)
    return worth + quiet * attempt


@compiled
def _of_pass(game: Game, outlook: Outlook) -> float:
    bidder, number = game.bidding.bidder, game.bidding.number
    worth, quiet, after = _if_raised(game, number, bidder, outlook)
    means_it = after.clear[bidder, min(number, lane(game.stacks.height, bidder))]
    return worth + quiet * _of_other(game, bidder, number, means_it, after)


@rarely
def _if_raised(
    game: Game, number: int, bidder: int, outlook: Outlook
) -> tuple[float, float, Outlook]:
    """The worth of the first raise of a rival, how likely there is none, the outlook then."""
    seat, _, believed, strengths, before, looks = outlook
    clear = before.copy()
    after = Outlook(seat, outlook.memory, believed, strengths, clear, looks)
    worth, quiet = 0.0, 1.0
    if number == game.stacks.total:
        return worth, quiet, after
    other = next_slot(game, seat, seat)
    while other != NOBODY:
        if other != bidder and not lane(game.bidding.passed, other):
            raises, means_it, tops = _answer(game, other, number, bidder, outlook.memory)
            if raises > 0.0:
                worth += quiet * raises * _of_other(game, other, number + 1, means_it, after)
                quiet *= 1.0 - raises
            clear[other] = tops
        other = next_slot(game, seat, other)
    return worth, quiet, after


@compiled
def _answer(
    game: Game, rival: int, number: int, bidder: int, memory: Memory
) -> tuple[float, float, Memory]:
    """How likely a rival raises, how likely it means it, how clear its mat is if it does not."""
    rows, threat = memory[rival], lane(game.tribes.wins, bidder)
    height, wins = lane(game.stacks.height, rival), lane(game.tribes.wins, rival)
    step = reach(height, number + 1, game.stacks.total)
    need = min(number + 1, height)
    raises = means_it = clear = 0.0
    passes = numpy.zeros(_DISCS)
    for style in range(STYLES):
        share = rows[style, STYLE]
        if share < UNLIKELY:
            continue
        silent = BIDDING[style, CLEAN, wins, threat, step, PASS]
        chance = share * (rows[style, GONE] + rows[style, HAND])
        clear += chance * silent
        raises += chance * (1.0 - silent)
        means_it += chance * (1.0 - silent)
        for place in range(height):
            chance = share * rows[style, STACK + place]
            sure = height - 1 - place
            silent = BIDDING[style, COVERED if number < sure else CAUGHT, wins, threat, step, PASS]
            passes[place] += chance * silent
            raises += chance * (1.0 - silent)
            if sure >= need:
                means_it += chance * (1.0 - silent)
    everything, tops = clear + passes.sum(), numpy.ones(_DISCS + 1)
    for taken in range(1, height + 1):
        tops[taken] = max(0.0, tops[taken - 1] - passes[height - taken] / everything)
    means_it = means_it / raises if raises > 0.0 else 0.0
    return raises / (raises + everything), means_it, tops


@rarely
def _of_other(game: Game, challenger: int, number: int, means_it: float, outlook: Outlook) -> float:
    """The worth of somebody else's attempt."""
    need, chance = number - lane(game.stacks.height, challenger), means_it
    if need > 0:
        chance *= _found_by(game, challenger, need, outlook.clear, outlook.looks)
    success = _after_success(game, challenger, outlook)
    return chance * success + (1.0 - chance) * _after_failure(game, challenger, False, outlook)


@compiled
def _found_by(game: Game, challenger: int, need: int, clear: Memory, looks: Memory) -> float:
    """How likely somebody else finds that many flowers on the mats of others."""
    found, depth = numpy.ones(len(clear)), 0
    while need > 0:
        deep, likings = 0, 0.0
        for other in range(game.table.seats):
            if other != challenger and lane(game.stacks.height, other) > depth:
                deep += 1
                likings += looks[other, depth + 1] ** PICKY + ANY_MAT
        if not deep:
            break
        for other in range(game.table.seats):
            if other != challenger and lane(game.stacks.height, other) > depth:
                share = 1.0
                if need < deep:
                    liking = looks[other, depth + 1] ** PICKY + ANY_MAT
                    share = min(1.0, liking * need / likings)
                found[other] -= share * (clear[other, depth] - clear[other, depth + 1])
        need -= deep
        depth += 1
    return found.prod()  # type: ignore[no-any-return]


@compiled
def _flip(game: Game, seat: int, memory: Memory) -> int:
    """Of the best set of discs, the one most likely a flower."""
    seats = game.table.seats
    clear = numpy.zeros((len(memory), _DISCS + 1))
    for other in range(seats):
        suspicion, face_down = _mixed(memory[other]), _face_down(game, other)
        clear[other, 0] = 1.0
        for taken in range(1, face_down + 1):
            left = clear[other, taken - 1] - suspicion[STACK + face_down - taken]
            clear[other, taken] = max(0.0, left)
    number, chosen, most = game.bidding.number - game.attempt.flips, NOBODY, -1.0
    for other in range(seats - 1, -1, -1):
        face_down = 0 if other == seat else _face_down(game, other)
        before, taken, best = _best_chances(game, seat, clear, other), 0, -1.0
        for flips in range(min(face_down, number) + 1):
            chance = clear[other, flips] * before[number - flips]
            if chance > best and _reachable(game, seat, other, number - flips):
                taken, best = flips, chance
        number -= taken
        if taken and clear[other, 1] >= most:
            chosen, most = other, clear[other, 1]
    slot, other = 0, next_slot(game, seat, seat)
    while other != chosen:
        slot, other = slot + 1, next_slot(game, seat, other)
    return FLIP_NEXT + slot


@compiled
def _reachable(game: Game, seat: int, most: int, number: int) -> bool:
    """Whether the mats of the seats before one hold that many discs."""
    for other in range(most):
        if other != seat:
            number -= _face_down(game, other)
    return number <= 0


@compiled
def _face_down(game: Game, seat: int) -> int:
    return lane(game.stacks.height, seat) - lane(game.stacks.flipped, seat)
