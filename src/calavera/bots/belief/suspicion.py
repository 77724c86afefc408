"""Where the skull of one seat may be, as probabilities.

A suspicion is a list: the chance that the seat owns no skull any more, that it is in hand, that it
is the lowest disc of the stack, the second lowest, and so on. Each function is one kind of evidence
and returns a new list that adds up to 1. What cannot be is exactly 0, and nothing else is: so
certainty can be asked for.
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
    """Everybody knows who begins with a skull."""
    return [0.0, 1.0] if has_skull else [1.0, 0.0]


def clear_tops(suspicion: Suspicion, flipped: int = 0) -> list[float]:
    """How likely the next 0, 1, 2… discs from the top are all flowers, below `flipped` ones."""
    clear = 1.0
    chances = [clear]
    for index in range(len(suspicion) - 1 - flipped, HAND, -1):
        clear -= suspicion[index]
        chances.append(clear if clear > 0.0 else 0.0)
    return chances


def placed(suspicion: Suspicion, skull_chance: float) -> Suspicion:
    """A disc went from the hand to the mat; it was the skull with that chance, if in hand."""
    down = suspicion[HAND] * skull_chance
    return [suspicion[GONE], suspicion[HAND] - down, *suspicion[STACK:], down]


def seen_flower(suspicion: Suspicion, place: int) -> Suspicion:
    """The disc at that place of the stack, counted from the bottom, is a flower."""
    weights = suspicion.copy()
    weights[STACK + place] = 0.0
    total = sum(weights)
    if total <= 0.0:  # it could not have happened: then it teaches nothing
        return suspicion
    return [weight / total for weight in weights]


def seen_skull(suspicion: Suspicion, place: int) -> Suspicion:
    """The disc at that place of the stack is the skull."""
    changed = [0.0] * len(suspicion)
    changed[STACK + place] = 1.0
    return changed


def lost_one(suspicion: Suspicion, skull_chance: float) -> Suspicion:
    """A disc was lost for good; it was the skull with that chance, if the seat had it."""
    changed = [chance * (1.0 - skull_chance) for chance in suspicion]
    changed[GONE] = suspicion[GONE] + sum(suspicion[HAND:]) * skull_chance
    return changed


def taken_back(suspicion: Suspicion) -> Suspicion:
    """All discs are in hand again."""
    return [suspicion[GONE], sum(suspicion[HAND:])]
