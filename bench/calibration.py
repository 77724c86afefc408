"""How well the chances of a review come true: `python -m bench.calibration --games 2000`.

Plays games of mixed bots that the judge was not fitted to, takes every viewpoint of one step in
ten, and prints for each bin of the predicted chance how many of these players won, with an
interval of 95 % over games. With --losses it also compares what decisions are said to give up.
"""

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from calavera.bots.network.tracker import Tracker
from calavera.review.chances.outlook import Outlook
from calavera.review.reviewer import review
from calavera.review.self_play import mixed_game
from calavera.review.steps import steps
from calavera.rules import PUBLIC, Seat, redact

BINS: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
LOSSES: Final = (0.001, 0.01, 0.02, 0.05, 0.1, 1.01)
SAMPLED: Final = 0.1

Sums = dict[tuple[str, int], list[float]]  # weight, predicted, won


def bin_of(value: float, edges: tuple[float, ...]) -> int:
    """The number of the bin of a value."""
    return next(number for number, edge in enumerate(edges) if value < edge)


def chances_of(seed: int) -> Sums:
    """For each viewpoint and bin of one game: how many, what was predicted, how many won."""
    record, rng = mixed_game(seed), random.Random(seed)
    setup, told = record.setup, list(steps(record))
    outcome = told[-1].after.board.outcome
    assert outcome is not None
    tracker, outlook = Tracker(setup), Outlook(setup)
    found = defaultdict[tuple[str, int], list[float]](lambda: [0.0] * 3)
    for step in told[:-1]:
        for event in step.events:
            tracker.take(redact(event, PUBLIC))
        if rng.random() >= SAMPLED:
            continue
        views = {"public": (), "open": setup.seats, "player": (rng.choice(setup.seats_in),)}
        for name, known in views.items():
            for seat, chance in enumerate(outlook.point(tracker, step.after, known)):
                is_out = step.after.board.mats[seat].out
                if is_out or (name == "player" and Seat(seat) not in known):
                    continue
                cell = found[name, bin_of(chance, BINS)]
                cell[0] += 1
                cell[1] += chance
                cell[2] += seat == outcome.seat
    return dict(found)


def losses_of(seed: int) -> Sums:
    """The same for what decisions give up: how many, the loss, how much less than expected."""
    record = mixed_game(seed)
    told, found = review(record), defaultdict[tuple[str, int], list[float]](lambda: [0.0] * 3)
    for decision in told.decisions:
        cell = found["loss", bin_of(decision.loss, LOSSES)]
        cell[0] += 1
        cell[1] += decision.loss
        cell[2] += decision.wins - (record.setup.owner(decision.seat) == told.winner)
    return dict(found)


def lines(games: list[Sums], edges: tuple[float, ...]) -> Iterator[str]:
    """A line for each bin, with the interval over games."""
    for name, number in sorted({key for game in games for key in game}):
        cells = [game[name, number] for game in games if (name, number) in game]
        weight = sum(cell[0] for cell in cells)
        predicted = sum(cell[1] for cell in cells) / weight
        actual = sum(cell[2] for cell in cells) / weight
        # Positions of one game share its winner, so the error is that of sums over games.
        spread = sum((cell[2] - actual * cell[0]) ** 2 for cell in cells)
        half = 1.96 * math.sqrt(spread) / weight
        low = edges[number - 1] if number else 0.0
        yield (
            f"| {name} | {100 * low:.1f}-{100 * min(edges[number], 1.0):.0f} | {weight:,.0f} |"
            f" {len(cells):,} | {100 * predicted:.1f} | {100 * actual:.1f} ± {100 * half:.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--losses", action="store_true")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    measure = losses_of if options.losses else chances_of
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(measure, seeds, chunksize=10))
    print(f"{len(games):,} games\n")
    print("| viewpoint | predicted, % | positions | games | mean | came true, % |")
    print("|---|---|---|---|---|---|")
    for line in lines(games, LOSSES if options.losses else BINS):
        print(line)


if __name__ == "__main__":
    main()
