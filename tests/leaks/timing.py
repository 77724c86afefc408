"""Whether the time of a placement tells which disc it was: `python -m tests.leaks.timing`.

A player at a table of four places a flower or a skull, drawn at random, again and again from the
same position. What others could time is measured: from the command, through the rules and the new
table, to the last frame that somebody else is sent. The figure is the chance that a skull took
longer than a flower, the area under the ROC curve (AUC): 0.5 if the time tells nothing.

In one process the addresses of the two kinds can make a few nanoseconds of difference, another
way in the next: the figure is the mean of several processes.
"""

import argparse
import multiprocessing
import random
import sys
from collections.abc import Callable, Iterator
from statistics import fmean, median
from time import perf_counter_ns
from typing import Final, NamedTuple

from calavera.command_line import build
from calavera.protocol.commands import Act
from calavera.protocol.settings import Settings
from calavera.rules import Disc, Place, Seat
from calavera.table.logic.caller import Caller
from calavera.table.logic.decide import decide
from calavera.table.logic.entry import Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Circumstances
from calavera.table.logic.table import Table
from calavera.table.views.frames import Change, Scribe
from tests.table.doubles import MORNING, Harness

PEOPLE: Final = 4
PROCESSES: Final = 6
PLACEMENTS: Final = 15_000
"""In each process. The standard error of the AUC is the root of 1/(3n): 0.0019 for all together."""
BOUNDS: Final = (0.49, 0.51)
DISCS: Final = (Disc.FLOWER, Disc.SKULL)

Work = Callable[[Disc], object]


class Position(NamedTuple):
    """Where a disc is placed."""

    name: str
    table: Table
    caller: Caller
    seat: Seat


def positions() -> Iterator[Position]:
    """The first disc of a round, placed by all at once, and a second one on top of a flower."""
    harness = Harness(Settings(players=PEOPLE, opens=False))
    people = harness.start(PEOPLE)
    yield Position("first disc", harness.live.table, people[0].caller, Seat(0))
    flower = Place(Disc.FLOWER)
    for seat, ear in enumerate(people):
        harness.done(ear, harness.act(ear, Seat(seat), flower))
    game = harness.live.table.game
    assert game is not None
    (seat,) = game.state.board.turn
    yield Position("second disc", harness.live.table, people[seat].caller, seat)


def nothing(_: Disc) -> None:
    """No leak."""


def nanoseconds(position: Position, disc: Disc, leak: Work = nothing) -> int:
    """How long a placement takes, until the last of the others has a frame."""
    before, caller, seat = position.table, position.caller, position.seat
    game = before.game
    assert game is not None
    command = Act("c1", game.number, seat, game.decisions[seat], Place(disc))
    around = Circumstances(MORNING, random.randbytes)
    actor = before.member_of(caller.identity)
    assert actor is not None
    others = [None, *(member for member in before.members if member is not actor)]
    scribe = Scribe()
    began = perf_counter_ns()
    facts = decide(before, caller, command, around)
    entry = Entry(actor.number, command.id, MORNING, facts)
    table = after_entry(before, entry)
    frames = scribe.frames(before, table, Change(9, facts, MORNING))
    frames.frame(actor, command.id)
    for member in others:
        frames.frame(member, None)
    leak(disc)
    return perf_counter_ns() - began


def measured(position: Position, placements: int, leak: Work = nothing) -> dict[Disc, list[int]]:
    """The times of placements, flowers and skulls in a random order."""
    rng = random.Random()
    for disc in DISCS * 50:
        nanoseconds(position, disc, leak)
    times: dict[Disc, list[int]] = {disc: [] for disc in DISCS}
    for _ in range(placements):
        disc = rng.choice(DISCS)
        times[disc].append(nanoseconds(position, disc, leak))
    return times


def auc(times: dict[Disc, list[int]]) -> float:
    """The chance that a skull took longer than a flower; equal times count half."""
    flowers, skulls = (sorted(times[disc]) for disc in DISCS)
    below = upto = wins = 0
    for time in skulls:
        while below < len(flowers) and flowers[below] < time:
            below += 1
        while upto < len(flowers) and flowers[upto] <= time:
            upto += 1
        wins += below + upto
    return wins / (2 * len(flowers) * len(skulls))


def tells_nothing(area: float) -> bool:
    """Whether an AUC lies within the bounds."""
    return BOUNDS[0] <= area <= BOUNDS[1]


def longer_for_a_skull(disc: Disc) -> None:
    """A leak of about three microseconds."""
    if disc is Disc.SKULL:
        sum(range(300))


class Result(NamedTuple):
    """What one process measured in one position."""

    name: str
    area: float
    microseconds: float
    """The median time of a placement."""


def results(placements: int, leak: Work) -> list[Result]:
    """The figures of this process, position by position."""
    found = []
    for position in positions():
        times = measured(position, placements, leak)
        middle = median([*times[Disc.FLOWER], *times[Disc.SKULL]]) / 1000
        found.append(Result(position.name, auc(times), middle))
    return found


def mean_results(
    placements: int = PLACEMENTS, processes: int = PROCESSES, leak: Work = nothing
) -> list[Result]:
    """The means of several new processes, one after the other."""
    fresh = multiprocessing.get_context("spawn")
    with fresh.Pool(1, maxtasksperchild=1) as pool:
        each = [pool.apply(results, (placements, leak)) for _ in range(processes)]
    return [
        Result(same[0].name, fmean(r.area for r in same), median(r.microseconds for r in same))
        for same in zip(*each, strict=True)
    ]


def main() -> None:
    """Print a line for each position; exit with 1 if a time tells something."""
    parser = argparse.ArgumentParser(description="Time placements of hidden flowers and skulls.")
    parser.add_argument("--placements", type=int, default=PLACEMENTS, help="in each process")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    wanted = parser.parse_args()
    print(f"{build()}, {wanted.processes} times {wanted.placements:,} placements", flush=True)
    found = mean_results(wanted.placements, wanted.processes)
    for name, area, microseconds in found:
        print(f"{name:12} {microseconds:7.1f} µs (median)   AUC {area:.4f}")
    sys.exit(not all(tells_nothing(result.area) for result in found))


if __name__ == "__main__":
    main()
