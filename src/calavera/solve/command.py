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

from calavera.bots.ending.booklet import PATH
from calavera.rules import IllegalSetup, Seat, seat_letter
from calavera.solve.advice import (
    Advice,
    Equilibrium,
    Result,
    equilibrium,
    given_up,
    held,
    outcome_told,
    positions_told,
    said,
    step_of,
    why,
)
from calavera.solve.booklet import write_booklet
from calavera.solve.build import Build
from calavera.solve.check import WHOLE, Broken, check_booklet
from calavera.solve.errors import SolveError
from calavera.solve.heat import draw_heat
from calavera.solve.induction import Care
from calavera.solve.position import FIRST, SECOND, START, Position, every_position
from calavera.solve.progress import progress_bar
from calavera.solve.question import Question, read_question, read_seat, seats_of
from calavera.solve.round_tree import Node
from calavera.solve.supremum import FINE, width_of
from calavera.solve.tables import Tables, load_tables

FINISHED: Final = 0
BROKEN: Final = 1
INTERRUPTED: Final = 130
SELDOM: Final = 0.02
"""What is less likely is told only with --all."""

MANY: Final = 1e7
"""More ways for a game to go take so long to look at that it is said before."""


def run_solve(options: argparse.Namespace) -> int:
    """Answer a question, build or check; raises SolveError for anything that cannot be."""
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
        with progress_bar(notes, "solving") as tell:
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
    widths: dict[Position, int] = {}
    try:
        proven = check_booklet(str(path))
        with progress_bar(Console(stderr=True, highlight=False), "checking") as tell:
            for position in every_position():
                widths[position] = width_of(position, *proven[position])
                tell(len(widths), len(proven))
    except Broken as error:
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
    """A profile of three players or more, as good as there is time for."""
    if options.beliefs or options.plot:
        raise SolveError("--beliefs and --plot are for two players")
    try:
        from calavera.solve.several import SeveralPlayers, Standing
    except ModuleNotFoundError as error:
        raise SolveError(
            f"three players need {error.name}: pip install 'calavera[solve]'"
        ) from None
    seats = [Standing(*read_seat(seat)) for seat in seats_of(options.what)]
    try:
        game = SeveralPlayers(seats)
    except IllegalSetup as error:
        raise SolveError(str(error)) from None
    if game.histories > MANY:
        note = f"NashConv looks at {game.histories:.0e} ways to go on, and that takes minutes more"
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
    question = read_question(options.what, options.beliefs)
    tables = load_tables(options.booklet or PATH)
    found = equilibrium(question, tables.book)
    if options.plot is not None:
        try:
            options.plot.write_text(
                draw_heat(tables, question.position, question), encoding="utf-8"
            )
        except OSError as error:
            raise SolveError(f"{options.plot}: {error.strerror}") from None
    if options.json:
        print(json.dumps(_as_json(question, tables, found)))
        return FINISHED
    console = Console(highlight=False, markup=False, emoji=False)
    _tell_value(console, question, tables)
    for player in (FIRST, SECOND):
        _tell_plan(console, found, player, everything=options.all)
    _tell_results(console, found, tables, everything=options.all)
    return FINISHED


def _tell_value(console: Console, question: Question, tables: Tables) -> None:
    position = question.position
    bounds = tables.bounds(position, question.first, question.second)
    turned = tables.bounds(other_way(position), question.second, question.first)
    console.print(f"{positions_told(position)}.".capitalize())
    console.print(
        f"The first has its skull with {100 * question.first:g} %,"
        f" the second with {100 * question.second:g} %."
    )
    console.print(
        f"The first player wins {100 * bounds.middle:.2f} %"
        f" (proven: {100 * bounds.low:.2f} to {100 * bounds.high:.2f})."
    )
    gain = round(100 * (bounds.middle - (1.0 - turned.middle)), 1) or 0.0  # no -0.0
    console.print(f"To begin is worth {gain:+.1f} points to that player.")


def other_way(position: Position) -> Position:
    """The same position with the other player to begin."""
    first, second, first_wins, second_wins = position
    return Position(second, first, second_wins, first_wins)


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
        console.print(f"\n{who}, hardly ever has anything to decide.")
    if rare:
        console.print(f"({rare} more that hardly ever come up; --all tells them)")


def _tell_results(
    console: Console, found: Equilibrium, tables: Tables, *, everything: bool
) -> None:
    """What to give up, what to believe and what to expect after the round."""
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
            *(_percent(belief) for belief in result.beliefs), _percent(_wins(result, tables)),
        )  # fmt: skip
    console.print(table)
    if rare:
        console.print(f"({rare} more that hardly ever come up; --all tells them)")


def _wins(result: Result, tables: Tables) -> float:
    """How likely the player who began wins from there."""
    challenger, position = result.challenger, result.after.position
    if position is None:
        return float(result.after.challenger_won == (challenger == FIRST))
    beliefs = result.beliefs if challenger == FIRST else result.beliefs[::-1]
    value = tables.bounds(position, *beliefs).middle
    return value if challenger == FIRST else 1.0 - value


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


def _as_json(question: Question, tables: Tables, found: Equilibrium) -> dict[str, object]:
    bounds = tables.bounds(question.position, question.first, question.second)
    return {
        "position": question.position._asdict(),
        "beliefs": [question.first, question.second],
        "value": bounds.middle,
        "low": bounds.low,
        "high": bounds.high,
        "tables": tables.checksum,
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
                "wins": _wins(result, tables),
            }
            for result in found.results()
        ],
    }
