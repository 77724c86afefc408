"""`calavera solve` as a command: options in, an answer and a status out."""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from calavera.bots.ending.booklet import PATH as BOOKLET
from calavera.rules import IllegalSetup, Seat, seat_letter
from calavera.solve.advice import (
    Advice,
    Equilibrium,
    equilibrium,
    held,
    positions_told,
    said,
    step_of,
    why,
)
from calavera.solve.archive import SHIPPED, read_book
from calavera.solve.booklet import write_booklet
from calavera.solve.build import Build
from calavera.solve.check import check_build, half, widest
from calavera.solve.errors import SolveError
from calavera.solve.heat import draw_heat
from calavera.solve.induction import Care
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.progress import progress_bar
from calavera.solve.question import Question, read_question, read_seat, seats_of
from calavera.solve.tables import PATH, Tables, load_tables, write_tables

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
        notes.print("calavera: interrupted; the same command goes on where it was")
        return INTERRUPTED
    path = options.tables or folder / PATH.name
    write_tables(read_book(folder), path)
    write_booklet(folder, path.with_name(BOOKLET.name))
    print(f"{path}: 64 positions, {(time.monotonic() - began) / 60:.1f} minutes")
    _tell_bounds(load_tables(path))
    return FINISHED


def _check(options: argparse.Namespace) -> int:
    tables = load_tables(options.tables or PATH)
    with progress_bar(Console(stderr=True, highlight=False), "checking") as tell:
        checked = check_build(options.folder or SHIPPED, tables, tell)
    for line in checked.broken:
        print(line)
    print(f"{checked.promises:,} promises checked, {len(checked.broken):,} broken")
    _tell_bounds(tables)
    return BROKEN if checked.broken else FINISHED


def _tell_bounds(tables: Tables) -> None:
    game, worst = tables.game, widest(tables)
    print(f"the whole game: {game.low:.6f} to {game.high:.6f}, within ±{half(game):.6f}")
    print(f"widest at a grid belief: {worst.position}, within ±{worst.widest / 2:.6f}")


def _several(options: argparse.Namespace) -> int:
    """An equilibrium of three players or more, for as long as there is time."""
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
    game.sample(options.seconds)
    found = game.found()
    if options.json:
        told = {"shares": found.shares, "nash_conv": found.nash_conv, "samples": found.samples}
        print(json.dumps(told))
        return FINISHED
    print("An equilibrium, one of many:")
    for number, share in enumerate(found.shares):
        print(f"  {seat_letter(Seat(number))} wins {100 * share:.1f} %")
    print(f"NashConv {found.nash_conv:.4f} after {found.samples:,} samples; 0 would be exact.")
    return FINISHED


def _answer(options: argparse.Namespace) -> int:
    question = read_question(options.what, options.beliefs)
    tables = load_tables(options.tables) if options.tables else load_tables()
    found = equilibrium(question, tables.book)
    if options.plot is not None:
        try:
            options.plot.write_text(draw_heat(tables, question.position), encoding="utf-8")
        except OSError as error:
            raise SolveError(f"{options.plot}: {error.strerror}") from None
    if options.json:
        print(json.dumps(_as_json(question, tables, found)))
        return FINISHED
    console = Console(highlight=False, markup=False, emoji=False)
    _tell_value(console, question, tables)
    for player in (FIRST, SECOND):
        _tell_plan(console, found, player, everything=options.all)
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
    table = Table(title=f"The {('first', 'second')[player]} player", title_justify="left")
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
        console.print(f"{table.title} hardly ever has anything to decide.")
    if rare:
        console.print(f"({rare} more that hardly ever come up; --all tells them)")


def _so_far(advice: Advice) -> str:
    """What has been said, without the first discs that everybody puts down."""
    told = advice.node.told.split()[2:]
    return " ".join(told) if told else step_of(advice)


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
    }
