"""Where the skull of one seat may be, as probabilities.

A suspicion is a list of probabilities: the skull is lost, in hand, the lowest disc of the stack,
the second lowest, and so on. Each function applies one kind of evidence and returns a new list that
sums to 1. Exactly the impossible places are 0, so certainty can be tested.
"""

from typing import Final, TypeAlias

Suspicion: TypeAlias = list[float]

GONE: Final = 0
"""Index: the seat has no skull."""

HAND: Final = 1
"""Index: the skull is in its hand."""

STACK: Final = 2
"""Index: the skull is its lowest disc on the mat; the next ones follow."""


def at_start(*, has_skull: bool) -> Suspicion:
    """The suspicion at the start, when everybody knows who has a skull."""
    return [0.0, 1.0] if has_skull else [1.0, 0.0]


def placed(suspicion: Suspicion, skull_chance: float) -> Suspicion:
    """A disc was placed; it was the skull with that probability, if the skull was in hand."""
    down = suspicion[HAND] * skull_chance
    return [suspicion[GONE], suspicion[HAND] - down, *suspicion[STACK:], down]


def seen_flower(suspicion: Suspicion, place: int) -> Suspicion:
    """The disc at that place of the stack, counted from the bottom, is a flower."""
    weights = suspicion.copy()
    weights[STACK + place] = 0.0
    total = sum(weights)
    if total <= 0.0:  # impossible evidence is ignored
        return suspicion
    return [weight / total for weight in weights]


def seen_skull(suspicion: Suspicion, place: int) -> Suspicion:
    """The disc at that place of the stack is the skull."""
    changed = [0.0] * len(suspicion)
    changed[STACK + place] = 1.0
    return changed


def lost_one(suspicion: Suspicion, skull_chance: float) -> Suspicion:
    """A disc was lost; it was the skull with that probability, if the seat had it."""
    changed = [chance * (1.0 - skull_chance) for chance in suspicion]
    changed[GONE] = suspicion[GONE] + sum(suspicion[HAND:]) * skull_chance
    return changed


def taken_back(suspicion: Suspicion) -> Suspicion:
    """All discs are in hand again."""
    return [suspicion[GONE], sum(suspicion[HAND:])]
