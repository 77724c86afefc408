"""Chance for compiled games: SplitMix64, a counter that is mixed.

Every game has a counter of its own, made from the seed and the game's number alone. So it does not
matter which games run beside it, on how many cores, or in which order.
"""

from typing import Final

import numpy

from calavera.arena.compiled.compiling import compiled, rarely, whole

Dice = numpy.uint64
"""The counter. Unsigned throughout: Numba makes a float of a signed and an unsigned number."""

_STRIDE: Final = numpy.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = numpy.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = numpy.uint64(0x94D049BB133111EB)
_27: Final = numpy.uint64(27)
_30: Final = numpy.uint64(30)
_31: Final = numpy.uint64(31)
_HALF: Final = numpy.uint64(32)
_LOW_HALF: Final = numpy.uint64(0xFFFFFFFF)
_ONE: Final = numpy.uint64(1)

MOST_SEEDS: Final = 2**63


def checked_seed(seed: int, name: str = "seed") -> int:
    """The same number where compiled code can hold it; else ValueError."""
    if not 0 <= seed < MOST_SEEDS:
        raise ValueError(f"a {name} is a whole number from 0 to {MOST_SEEDS - 1}, not {seed}")
    return int(seed)


@compiled
def _mixed(number: Dice) -> numpy.uint64:
    number = (number ^ (number >> _30)) * _FIRST
    number = (number ^ (number >> _27)) * _SECOND
    return number ^ (number >> _31)


@compiled
def dice_of(seed: int, game: int) -> Dice:
    """The dice of one game."""
    return _mixed(_mixed(numpy.uint64(seed)) + numpy.uint64(game) * _STRIDE)


@compiled
def roll(dice: Dice, sides: int) -> tuple[Dice, int]:
    """A number from 0 to `sides - 1`, each exactly as likely (Lemire's method)."""
    dice = dice + _STRIDE
    product = (_mixed(dice) >> _HALF) * numpy.uint64(sides)
    if product & _LOW_HALF < numpy.uint64(sides):
        return _roll_fairly(dice, product, numpy.uint64(sides))
    return dice, whole(product >> _HALF)


@rarely
def _roll_fairly(dice: Dice, product: numpy.uint64, sides: numpy.uint64) -> tuple[Dice, int]:
    """One time in some hundred million a roll would favour some sides: then it is rolled again."""
    unfair = (_ONE << _HALF) % sides
    while product & _LOW_HALF < unfair:
        dice = dice + _STRIDE
        product = (_mixed(dice) >> _HALF) * sides
    return dice, whole(product >> _HALF)


@compiled
def fraction(dice: Dice) -> tuple[Dice, float]:
    """A number from 0 up to 1, each as likely."""
    dice, coins = toss(dice)
    return dice, coins / MOST_SEEDS


@compiled
def toss(dice: Dice) -> tuple[Dice, int]:
    """Sixty-three coins at once."""
    dice = dice + _STRIDE
    return dice, whole(_mixed(dice) >> _ONE)
