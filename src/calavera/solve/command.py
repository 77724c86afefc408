"""`calavera solve` as a command: options in, an answer and a status out."""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from calavera.bots.ending.booklet import PATH, Page, PageName, pages_of
from calavera.console.progress import progress_bar
from calavera.rules import IllegalSetup, Seat, seat_letter
from calavera.solve.build.backward_induction import Build
from calavera.solve.build.position_solver import Care
from calavera.solve.build.writer import write_booklet
from calavera.solve.check.checker import WHOLE, ProofError, check_booklet
from calavera.solve.check.supremum import FINE, width_of
from calavera.solve.errors import SolveError
from calavera.solve.explain.advice import (
    given_up,
    held,
    outcome_told,
    positions_told,
    said,
    step_of,
    why,
)
from calavera.solve.explain.heat_map import draw_heat
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.explorer.bounds import Pages, bounds_at, other_way
from calavera.solve.explorer.equilibrium import Advice, Equilibrium
from calavera.solve.model.duel_position import FIRST, SECOND, START, DuelPosition, every_position
from calavera.solve.model.query import Query, read_query, read_seat, seats_of
from calavera.solve.model.round_tree import Node

FINISHED: Final = 0
BROKEN: Final = 1
INTERRUPTED: Final = 130
SELDOM: Final = 0.02
"""Anything less likely is shown only with --all."""

MANY: Final = 1e7
"""Above this many histories, NashConv takes minutes and a warning is printed."""


def run_solve(options: argparse.Namespace) -> int:
    """Answer a query, build or check; raises SolveError."""
    if options.what == ["build"]:
        return _build(options)
    if options.what == ["check"]:
        return _check(options)
    if len(seats_of(options.what)) > 2:
        return _several(options)
    return _answer(options)


def _build(options: argparse.Namespace) -> int:
    notes, began = Console(stderr=True, highlight=False), time.monotonic()
    folder = options.folder or Path("solved")
    build = Build(folder, Care(options.tolerance), options.jobs or os.cpu_count() or 1)
    try:
        with progress_bar(notes, "solving", "positions") as tell:
            build.run(tell)
    except KeyboardInterrupt:
        notes.print("calavera: interrupted; the same command resumes the build")
        return INTERRUPTED
    path = options.booklet or folder / PATH.name
    write_booklet(folder, path)
    print(f"{path}: 64 positions, {(time.monotonic() - began) / 60:.1f} minutes")
    return _tell_proof(path)


def _check(options: argparse.Namespace) -> int:
    path = options.booklet or PATH
    if not path.is_file():
        raise SolveError(f"{path}: no such file")
    return _tell_proof(path)


def _tell_proof(path: Path) -> int:
    """Check a booklet and say what it proves; lower bounds are rounded down, all else up."""
    widths: dict[DuelPosition, int] = {}
    try:
        proven = check_booklet(str(path))
        with progress_bar(Console(stderr=True, highlight=False), "checking", "positions") as tell:
            for position in every_position():
                widths[position] = width_of(position, *proven[position])
                tell(len(widths), len(proven))
    except ProofError as error:
        print(f"broken: {error}")
        return BROKEN
    count = sum(len(promises) for both in proven.values() for promises in both)
    first, second = (max(each.skull for each in promises) for promises in proven[START])
    widest = max(widths, key=lambda position: widths[position])
    print(f"{count:,} promises checked, 0 broken")
    print(
        f"the whole game: {_down(first, WHOLE):.6f} to {_up(WHOLE - second, WHOLE):.6f},"
        f" within ±{_up(WHOLE - second - first, 2 * WHOLE):.6f}"
    )
    print(
        f"every position, at all beliefs: within ±{_up(widths[widest], 2 * FINE):.6f};"
        f" the widest is {widest}"
    )
    return FINISHED


def _down(number: int, whole: int) -> float:
    """A share to six digits, rounded down."""
    return number * 10**6 // whole / 10**6


def _up(number: int, whole: int) -> float:
    """The same, rounded up."""
    return -_down(-number, whole)


def _several(options: argparse.Namespace) -> int:
    """Improve a profile of three players or more until the time is up."""
    if options.beliefs or options.plot:
        raise SolveError("--beliefs and --plot are for two players")
    try:
        from calavera.solve.several.profile import SeatInfo, SeveralPlayers
    except ModuleNotFoundError as error:
        raise SolveError(
            f"three players need {error.name}: pip install 'calavera[research]'"
        ) from None
    seats = [SeatInfo(*read_seat(seat)) for seat in seats_of(options.what)]
    try:
        game = SeveralPlayers(seats)
    except IllegalSetup as error:
        raise SolveError(str(error)) from None
    if game.histories > MANY:
        note = f"NashConv enumerates {game.histories:.0e} histories, which takes minutes"
        print(f"calavera: {note}", file=sys.stderr)
    game.improve(options.seconds)
    found = game.found()
    if options.json:
        told = {
            "shares": found.shares,
            "gains": found.gains,
            "nash_conv": found.nash_conv,
            "rounds": found.rounds,
        }
        print(json.dumps(told))
        return FINISHED
    print(f"An approximate profile, NashConv {found.nash_conv:.6f}:")
    for number, (share, gain) in enumerate(zip(found.shares, found.gains, strict=True)):
        letter = seat_letter(Seat(number))
        print(
            f"  {letter} wins {100 * share:.2f} %, and {100 * (share + gain):.2f} % at best alone"
        )
    how = "sweeps of the whole tree" if game.is_small else "samples"
    print(f"After {found.rounds:,} {how}. In an equilibrium NashConv is 0;")
    print("there may be many equilibria, worth different things.")
    return FINISHED


def _answer(options: argparse.Namespace) -> int:
    question = read_query(options.what, options.beliefs)
    path = options.booklet or PATH
    tables = load_solved_game(path)

    def pages(position: DuelPosition) -> tuple[Page, Page]:
        return pages_of(PageName(*position), path)

    found = Equilibrium(question, pages)
    if options.plot is not None:
        try:
            options.plot.write_text(
                draw_heat(tables, question.position, question), encoding="utf-8"
            )
        except OSError as error:
            raise SolveError(f"{options.plot}: {error.strerror}") from None
    if options.json:
        print(json.dumps(_as_json(tables.checksum, found, pages)))
        return FINISHED
    console = Console(highlight=False, markup=False, emoji=False)
    _tell_value(console, question, pages)
    for player in (FIRST, SECOND):
        _tell_plan(console, found, player, everything=options.all)
    _tell_results(console, found, pages, everything=options.all)
    return FINISHED


def _tell_value(console: Console, question: Query, pages: Pages) -> None:
    position = question.position
    bounds = bounds_at(position, question.first, question.second, pages)
    turned = bounds_at(other_way(position), question.second, question.first, pages).turned
    console.print(f"{positions_told(position)}.".capitalize())
    console.print(
        f"The first has its skull with {100 * question.first:g} %,"
        f" the second with {100 * question.second:g} %."
    )
    console.print(
        f"The first player wins {100 * bounds.middle:.2f} %"
        f" (proven: {100 * bounds.low:.2f} to {100 * bounds.high:.2f})."
    )
    gain = round(100 * (bounds.middle - turned.middle), 1) or 0.0  # no -0.0
    console.print(f"Beginning the round is worth {gain:+.1f} points to that player.")


def _tell_plan(console: Console, found: Equilibrium, player: int, *, everything: bool) -> None:
    who = f"The {('first', 'second')[player]} player, {'ab'[player]}"
    table = _table(who)
    for heading in ("so far", "holds", "does", "why"):
        table.add_column(heading, overflow="fold")
    rare = 0
    for advice in found.advice(player):
        if len(advice.options) == 1:
            continue
        if advice.likely < SELDOM and not everything:
            rare += 1
            continue
        table.add_row(_so_far(advice), held(advice.private), said(advice), why(advice))
    if table.row_count:
        console.print(table)
    else:
        console.print(f"\n{who}, has almost nothing to decide.")
    if rare:
        console.print(f"({rare} more that are unlikely; --all shows them)")


def _tell_results(console: Console, found: Equilibrium, pages: Pages, *, everything: bool) -> None:
    """Print discards, posterior beliefs and values after the round."""
    table = _table("After the round")
    for heading in ("so far", "comes out", "gives up"):
        table.add_column(heading, overflow="fold")
    for heading in ("likely", "skull a", "skull b", "a wins"):
        table.add_column(heading, justify="right", no_wrap=True)
    rare = 0
    for result in sorted(found.results(), key=lambda each: -each.likely):
        if result.likely < SELDOM and not everything:
            rare += 1
            continue
        table.add_row(
            _said(result.node), outcome_told(result), given_up(result), _percent(result.likely),
            *(_percent(belief) for belief in result.beliefs), _percent(result.bounds(pages).middle),
        )  # fmt: skip
    console.print(table)
    if rare:
        console.print(f"({rare} more that are unlikely; --all shows them)")


def _percent(share: float) -> str:
    return f"{100 * abs(share):.0f} %"


def _table(title: str) -> Table:
    return Table(
        title=f"\n{title}", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
        pad_edge=False, header_style="",
    )  # fmt: skip


def _so_far(advice: Advice) -> str:
    return _said(advice.node) or step_of(advice)


def _said(node: Node) -> str:
    """What has been said, without the first discs that everybody puts down."""
    return " ".join(node.told.split()[2:])


def _as_json(checksum: str, found: Equilibrium, pages: Pages) -> dict[str, object]:
    question = found.question
    bounds = bounds_at(question.position, question.first, question.second, pages)
    return {
        "position": question.position._asdict(),
        "beliefs": [question.first, question.second],
        "value": bounds.middle,
        "low": bounds.low,
        "high": bounds.high,
        "tables": checksum,
        "plans": [
            [
                {
                    "told": advice.node.told,
                    "holds": held(advice.private),
                    "likely": advice.likely,
                    "does": {str(option.action): option.share for option in advice.options},
                    "wins": {str(option.action): option.wins for option in advice.options},
                }
                for advice in found.advice(player)
            ]
            for player in (FIRST, SECOND)
        ],
        "results": [
            {
                "told": result.node.told,
                "outcome": outcome_told(result),
                "likely": result.likely,
                "keeps_skull": result.keeps,
                "beliefs": result.beliefs,
                "wins": result.bounds(pages).middle,
            }
            for result in found.results()
        ],
    }
