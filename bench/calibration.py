"""How well the chances of a review come true: `python -m bench.calibration --games 2000`.

Plays games of mixed bots that the judge was not fitted to, takes every viewpoint of one step in
ten, and prints for each bin of the predicted chance how many of these players won, with an
interval of 95 % over games. `--plot FILE` draws the same. With --losses it compares what decisions
are said to give up instead.
"""

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from calavera.arena.chart import BONE, COLD, GROUND, PAPER, QUIET
from calavera.bots.network.tracker import Tracker
from calavera.review.chances.outlook import Outlook
from calavera.review.reviewer import review
from calavera.review.self_play import mixed_game
from calavera.review.steps import steps
from calavera.rules import PUBLIC, Seat, redact

BINS: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
LOSSES: Final = (0.001, 0.01, 0.02, 0.05, 0.1, 1.01)
SAMPLED: Final = 0.1
SIDE: Final = 240
GAP: Final = 44
TOP: Final = 76
"""Of the plot: a panel's side, what lies between two, and the room above them."""

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


class Cell(NamedTuple):
    """A bin of one viewpoint; chances in per cent."""

    name: str
    number: int
    positions: int
    games: int
    mean: float
    actual: float
    half: float  # of the interval of what came true


def cells(games: list[Sums]) -> list[Cell]:
    """Every bin, with the interval over games."""
    found = []
    for name, number in sorted({key for game in games for key in game}):
        counted = [game[name, number] for game in games if (name, number) in game]
        weight = sum(cell[0] for cell in counted)
        predicted = sum(cell[1] for cell in counted) / weight
        actual = sum(cell[2] for cell in counted) / weight
        # Positions of one game share its winner, so the error is that of sums over games.
        spread = sum((cell[2] - actual * cell[0]) ** 2 for cell in counted)
        half = 1.96 * math.sqrt(spread) / weight
        found.append(
            Cell(
                name, number, round(weight), len(counted),
                100 * predicted, 100 * actual, 100 * half,
            )
        )  # fmt: skip
    return found


def table(found: list[Cell], edges: tuple[float, ...]) -> Iterator[str]:
    """A line for each bin, with the mean said and what came true for each viewpoint."""
    names = sorted({cell.name for cell in found})
    yield f"| predicted, % | {' | '.join(f'{name}: said | true' for name in names)} |"
    yield "|---|" + "---:|---:|" * len(names)
    for number, edge in enumerate(edges):
        at = {cell.name: cell for cell in found if cell.number == number}
        if at:
            low = edges[number - 1] if number else 0.0
            told = [
                f"{at[name].mean:.1f} | {at[name].actual:.1f} ± {at[name].half:.1f}"
                if name in at
                else " | "
                for name in names
            ]
            yield f"| {100 * low:g}-{100 * min(edge, 1.0):.0f} | {' | '.join(told)} |"


def plot(found: list[Cell], title: str) -> str:
    """A panel for each viewpoint: what came true over what was said, as SVG."""
    names = sorted({cell.name for cell in found})
    width = len(names) * (SIDE + GAP) + GAP
    drawn = [
        _panel([cell for cell in found if cell.name == name], n) for n, name in enumerate(names)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + SIDE + GAP}"'
            f' font-family="system-ui, sans-serif" font-size="13" fill="{BONE}">',
            f"<title>{title}</title>",
            f'<rect width="{width}" height="{TOP + SIDE + GAP}" fill="{GROUND}"/>',
            f'<text x="{GAP}" y="30" font-size="17">{title}</text>',
            *drawn,
            "</svg>\n",
        ]
    )


def _panel(found: list[Cell], place: int) -> str:
    left, bottom = GAP + place * (SIDE + GAP), TOP + SIDE
    scale = SIDE / 100
    parts = [
        f'<text x="{left}" y="{TOP - 12}" fill="{QUIET}">{found[0].name}</text>',
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="{PAPER}"/>',
        f'<path d="M{left} {bottom}L{left + SIDE} {TOP}" stroke="{QUIET}" stroke-dasharray="4 4"/>',
    ]
    for mark in (0, 50, 100):
        x, y = left + mark * scale, bottom - mark * scale
        parts.append(f'<text x="{x:g}" y="{bottom + 20}" text-anchor="middle">{mark}</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 5:g}" text-anchor="end">{mark}</text>')
    for cell in found:
        x, y = left + cell.mean * scale, bottom - cell.actual * scale
        low = bottom - max(cell.actual - cell.half, 0.0) * scale
        high = bottom - min(cell.actual + cell.half, 100.0) * scale
        parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{COLD}" stroke-width="3"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{BONE}"/>')
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--losses", action="store_true")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="where to draw it as SVG")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    measure = losses_of if options.losses else chances_of
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(measure, seeds, chunksize=10))
    found = cells(games)
    fewest = min(found, key=lambda cell: cell.games)
    print(
        f"{len(games):,} games, {sum(cell.positions for cell in found):,} positions; a bin has"
        f" {fewest.games:,} games at least\n"
    )
    for line in table(found, LOSSES if options.losses else BINS):
        print(line)
    if options.plot:
        title = f"What was said, and what came true, in per cent: {len(games):,} games"
        options.plot.write_text(plot(found, title), encoding="utf-8")


if __name__ == "__main__":
    main()
