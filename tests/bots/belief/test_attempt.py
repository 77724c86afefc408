"""The chance of an attempt, against a brute force over all worlds and all ways to flip."""

import random
from functools import cache
from itertools import product
from math import prod

import pytest

from calavera.bots.belief.attempt import best_chances, best_flips
from calavera.bots.belief.suspicion import STACK, Suspicion, clear_tops

World = tuple[int, ...]
"""For each mat, the index of its suspicion that is true."""


def random_suspicion(rng: random.Random) -> Suspicion:
    weights = [rng.random() * rng.choice((0, 1)) for _ in range(STACK + rng.randrange(1, 5))]
    weights[rng.randrange(len(weights))] += 0.2
    return [weight / sum(weights) for weight in weights]


def best_of_all(mats: list[Suspicion], number: int) -> float:
    """The best chance, if after each flip one may think again about what was seen."""
    worlds = {
        world: prod(mat[index] for mat, index in zip(mats, world, strict=True))
        for world in product(*(range(len(mat)) for mat in mats))
    }
    heights = [len(mat) - STACK for mat in mats]

    @cache
    def chance(flipped: tuple[int, ...]) -> float:
        """How likely it goes well from here and came so far: these flips showed flowers only."""
        if sum(flipped) == number:
            return sum(share for world, share in worlds.items() if clear(world, flipped))
        return max(
            chance((*flipped[:mat], flipped[mat] + 1, *flipped[mat + 1 :]))
            for mat, height in enumerate(heights)
            if flipped[mat] < height
        )

    def clear(world: World, flipped: tuple[int, ...]) -> bool:
        return all(
            index < STACK or index - STACK < height - count
            for index, height, count in zip(world, heights, flipped, strict=True)
        )

    return chance((0,) * len(mats))


@pytest.mark.parametrize("seed", range(40))
def test_no_way_to_flip_is_better(seed: int) -> None:
    rng = random.Random(seed)
    mats = [random_suspicion(rng) for _ in range(rng.randrange(1, 5))]
    tops = [clear_tops(mat) for mat in mats]
    chances = best_chances(tops)
    assert len(chances) == 1 + sum(len(mat) - STACK for mat in mats)
    for number, chance in enumerate(chances):
        assert chance == pytest.approx(best_of_all(mats, number))
        flips = best_flips(tops, number)
        assert sum(flips) == number
        assert prod(clear[count] for clear, count in zip(tops, flips, strict=True)) == (
            pytest.approx(chance)
        )


def test_a_sure_stack_is_taken_deeply_before_a_doubtful_top() -> None:
    sure, doubtful = [1.0, 1.0, 1.0, 1.0], [1.0, 0.5]
    assert best_flips([doubtful, sure], 3) == [0, 3]
    assert best_flips([doubtful, sure], 4) == [1, 3]


def test_the_likelier_top_is_not_always_the_one_to_take() -> None:
    """Two of the second mat are better than one of each, though the first has the better top."""
    assert best_flips([[1.0, 0.7], [1.0, 0.6, 0.6]], 2) == [0, 2]
