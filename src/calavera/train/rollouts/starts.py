"""Where training games begin: with all discs, or late, where self-play seldom gets to."""

import random
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from calavera.arena.encoding.arrays import Words
from calavera.arena.simulator.start import row_of_start
from calavera.rules import set_up
from calavera.solve.model.duel_position import natural_belief, seat_start

VARIETY = 512
"""Different starts in one segment, if some games begin late."""

MOST_DISCS = 4


def starts(
    sizes: Sequence[int], slots: int, endings: float, seed: int
) -> tuple[Words, NDArray[numpy.float64]]:
    """Starting states, all equally likely, and the public belief in each seat's skull.

    A late start has the beliefs after blind picks, and skulls drawn by them.
    """
    rng = random.Random(seed)
    late = round(VARIETY * endings)
    copies = (VARIETY - late) // len(sizes) if late else 1
    whole = [size for size in sizes for _ in range(copies)]
    rows = [row_of_start(set_up(size)) for size in whole]
    beliefs = [[1.0] * size for size in whole]
    for _ in range(late):
        discs = [rng.randint(1, MOST_DISCS) for _ in range(rng.choice(sizes))]
        chances = [natural_belief(count) for count in discs]
        seats = [
            seat_start(count, rng.randint(0, 1), skull=rng.random() < chance)
            for count, chance in zip(discs, chances, strict=True)
        ]
        rows.append(row_of_start(set_up(len(seats), start=seats)))
        beliefs.append(chances)
    padded = [[*each, *[0.0] * (slots - len(each))] for each in beliefs]
    return numpy.stack(rows), numpy.array(padded)
