"""Parametric searches for a player that beats frozen champions.

    python -m bench.parametric --seats 3 --base champion --save training/leaning-3.pt
    python -m bench.trained training/leaning-3.pt champion --seats 3 --games 5000

Ten constants are added to the logits of a base: the champion itself, or nothing, which makes a rule
of thumb. The cross-entropy method looks for those that win most in the simulator. Whatever it finds
is a network like any other, so real games judge it. Its wins above a fair share are a lower bound
of the champion's exploitability.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy
import torch

from calavera.bots.network.choices import (
    DISCARD_SKULL,
    EVERYTHING,
    FLIP_NEXT,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
    choice_count,
)
from calavera.bots.network.inputs import (
    DISCS,
    FLOWERS,
    LEFT,
    NEED,
    NUMBER,
    PHASES,
    SEAT_INPUTS,
    SURE,
    TABLE_INPUTS,
    input_count,
)
from calavera.rules import Phase
from calavera.train.checkpoints import read_network, save
from calavera.train.network import Network
from calavera.train.rollouts.matches import score

WEIGHTS: Final = Path("src/calavera/bots/network/weights/expert.bin")

ADDING: Final = PHASES.index(Phase.ADD)
SKULL_ON_MAT: Final = len(PHASES) + NUMBER + 2 + LEFT + FLOWERS + 1
FIRST_NEED: Final = SKULL_ON_MAT + 1 + SURE + 1
BEGINS, ON_TOP = TABLE_INPUTS + 2 * DISCS + 2, TABLE_INPUTS + 2 * DISCS + 10
"""Where the inputs are that its constants look at; the last for slot 0."""

CONSTANTS: Final = (
    "place the skull",
    "place the skull when beginning",
    "add a flower",
    "raise",
    "raise over the own skull",
    "raise for each disc of others that it needs",
    "raise for each step beyond the lowest",
    "bid everything",
    "discard the skull",
    "flip what is likely to be a skull",
)
POPULATION, ELITE, SPREAD = 48, 8, 1.5


def leaning(base: Network, constants: Sequence[float]) -> Network:
    """A base with constants added to its logits, through hidden units that copy inputs."""
    skull, skull_begins, add, raising, bluff, need, leap, everything, discard, risk = constants
    inputs, hidden = base.body[0].in_features, base.body[0].out_features
    slots = (inputs - TABLE_INPUTS) // SEAT_INPUTS
    tops = [ON_TOP + SEAT_INPUTS * slot for slot in range(1, slots)]
    needs = range(FIRST_NEED, FIRST_NEED + NEED)
    copied = [ADDING, SKULL_ON_MAT, BEGINS, *needs, *tops]
    wide = Network(inputs, base.head.out_features - 1, hidden + len(copied))
    with torch.no_grad():
        for parameter in wide.parameters():
            parameter.zero_()
        for mine, theirs in zip(wide.parameters(), base.parameters(), strict=True):
            mine[tuple(map(slice, theirs.shape))] = theirs
        head = wide.head.weight
        for unit, number in enumerate(copied, hidden):
            wide.body[0].weight[unit, number] = 1.0
            wide.body[2].weight[unit, unit] = 1.0
        raises = slice(RAISE, PASS_ON)
        wide.head.bias[PLACE_SKULL] += skull
        wide.head.bias[raises] += raising
        wide.head.bias[RAISE:EVERYTHING] += leap * torch.arange(EVERYTHING - RAISE)
        wide.head.bias[EVERYTHING] += everything
        wide.head.bias[DISCARD_SKULL] += discard
        head[PLACE_FLOWER, hidden] += add
        head[raises, hidden + 1] += bluff
        head[PLACE_SKULL, hidden + 2] += skull_begins
        for step in range(NEED):
            head[raises, hidden + 3 + step] += need
        for slot in range(slots - 1):
            head[FLIP_NEXT + slot, hidden + 3 + NEED + slot] += risk
    return wide


def search(base: Network, victim: Network, seats: int, games: int, generations: int) -> Network:
    """The best player that the cross-entropy method finds; prints each generation."""
    rng = numpy.random.default_rng(seats)
    mean, spread = numpy.zeros(len(CONSTANTS)), numpy.full(len(CONSTANTS), SPREAD)
    for generation in range(1, generations + 1):
        drawn = mean + spread * rng.standard_normal((POPULATION, len(CONSTANTS)))
        wins = [
            score(
                leaning(base, each), victim, seats=seats, learners=1, games=games, solved=False
            ).wins
            for each in drawn.tolist()
        ]
        best = drawn[numpy.argsort(wins)[-ELITE:]]
        mean, spread = best.mean(0), best.std(0) + 0.02
        print(f"generation {generation}: best {100 * max(wins):.1f} %", flush=True)
    for name, value in zip(CONSTANTS, mean, strict=True):
        print(f"  {name}: {value:+.2f}")
    return leaning(base, mean.tolist())


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, print and save."""
    parser = argparse.ArgumentParser(prog="python -m bench.parametric")
    parser.add_argument("--seats", type=int, default=3, help="table size (3)")
    parser.add_argument("--base", choices=["champion", "nothing"], default="champion")
    parser.add_argument("--victim", type=Path, default=WEIGHTS, help="weights (the champion's)")
    parser.add_argument("--games", type=int, default=512, help="games per candidate (512)")
    parser.add_argument("--generations", type=int, default=20, help="(20)")
    parser.add_argument("--save", type=Path, required=True, help="where to write what it finds")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    victim = read_network(options.victim, options.seats)
    slots = (victim.body[0].in_features - TABLE_INPUTS) // SEAT_INPUTS
    base = victim
    if options.base == "nothing":
        base = Network(input_count(slots), choice_count(slots), 1)
        base.load_state_dict({name: 0 * value for name, value in base.state_dict().items()})
    found = search(base, victim, options.seats, options.games, options.generations)
    won = score(found, victim, seats=options.seats, learners=1, games=16_384, solved=False)
    gain, error = 100 * (won.wins - 1 / options.seats), 196 * won.error
    print(f"{options.seats} seats, simulator: gain {gain:+.1f} ± {error:.1f}")
    save(found.state_dict(), options.save)


if __name__ == "__main__":
    main()
