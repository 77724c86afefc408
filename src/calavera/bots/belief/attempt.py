"""How likely an attempt succeeds, and what to flip.

The stacks of different seats are independent of each other once all open facts are weighed. A flip
that shows a flower changes nothing about the other stacks, one that shows a skull ends the attempt:
so the chance of an attempt is the product over all mats of the chance that the discs taken from
it are flowers, and the best way is the best choice of how many to take from each. That is found
exactly, one mat after the other.
"""

from collections.abc import Sequence


def best_chances(mats: Sequence[Sequence[float]]) -> list[float]:
    """The best chance to find 0, 1, 2… flowers on some mats.

    Each mat is given as the chance that its top 0, 1, 2… discs are all flowers.
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
    """How many discs to take from each mat for the best chance to find that many flowers."""
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
