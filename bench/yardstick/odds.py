"""The probability that an attempt succeeds, and the best flips.

Stacks of different seats are independent, given the public facts. A flower says nothing about other
stacks, and a skull ends the attempt. So the probability of an attempt is the product over all mats
of the probability that the discs taken from it are flowers. Dynamic programming over the mats finds
the best number to take from each.
"""

from collections.abc import Sequence

from calavera.bots.network.suspicion import HAND, Suspicion


def best_chances(mats: Sequence[Sequence[float]]) -> list[float]:
    """The best probabilities of finding 0, 1, 2… flowers on some mats.

    Each mat is given as the probabilities that its top 0, 1, 2… discs are all flowers.
    """
    best = [1.0]
    for clear in mats:
        deepest = len(clear) - 1
        longer = [0.0] * (len(best) + deepest)
        for before, chance in enumerate(best):
            for taken, flowers in enumerate(clear):
                found = chance * flowers
                if found > longer[before + taken]:  # noqa: PLR1730  # max() costs a call
                    longer[before + taken] = found
        best = longer
    return best


def best_flips(mats: Sequence[Sequence[float]], number: int) -> list[int]:
    """How many discs to take from each mat for the best chance of that many flowers."""
    so_far = [best_chances(mats[:count]) for count in range(len(mats) + 1)]
    taken = [0] * len(mats)
    for index in range(len(mats) - 1, -1, -1):
        clear, before = mats[index], so_far[index]
        lowest = max(0, number - (len(before) - 1))
        highest = min(len(clear) - 1, number)
        taken[index] = max(
            range(lowest, highest + 1), key=lambda flips: clear[flips] * before[number - flips]
        )
        number -= taken[index]
    return taken


def clear_tops(suspicion: Suspicion, flipped: int = 0) -> list[float]:
    """How likely the next 0, 1, 2… discs from the top are all flowers, below `flipped` ones."""
    clear = 1.0
    chances = [clear]
    for index in range(len(suspicion) - 1 - flipped, HAND, -1):
        clear -= suspicion[index]
        chances.append(clear if clear > 0.0 else 0.0)
    return chances
