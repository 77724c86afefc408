"""The commands `puzzles show` and `puzzles make`."""

import argparse
import random
from collections import Counter
from datetime import date

from rich.console import Console
from rich.text import Text

from calavera.bots.hints import Considered, Hint
from calavera.console.console import PlainConsole
from calavera.console.progress import progress_bar
from calavera.console.wording import counted
from calavera.errors import UserError
from calavera.record import read_record
from calavera.review.puzzles import Puzzle, puzzle_of_day, puzzles
from calavera.review.puzzles.collection import write_puzzles
from calavera.review.puzzles.maker import make
from calavera.rules import Action, Bid
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.mats import heading
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.play.hints import hint_lines
from calavera.terminal.replay.narration import show_replay
from calavera.terminal.review.words import deed, percent


def run_show(options: argparse.Namespace) -> int:
    """Show the puzzle of a day."""
    try:
        day = date.fromisoformat(options.day) if options.day else date.today()
    except ValueError:
        raise UserError(f"--day {options.day}: expected a date such as 2026-11-18") from None
    number, puzzle = puzzle_of_day(day)
    record = read_record(puzzle.record.encode())
    console = PlainConsole()
    show_replay(record, console)
    paper, cast = Paper(console), cast_of(record.setup, record.names)
    paper.blank()
    about = f"{number + 1} of {len(puzzles())}, {puzzle.level.value}"
    paper.put(heading(f"Puzzle of {day}", about, paper.width))
    moves = [deed(move, cast) for move in sorted((c.action for c in puzzle.choices), key=_order)]
    paper.put(Text(f"  {cast.them(puzzle.seat)} is to decide: {', '.join(moves)}?"))
    if options.answer:
        for line in _answer(puzzle):
            paper.put(Text(f"  {line}"))
    return 0


def _order(action: Action) -> tuple[int, str]:
    """Bids by their number, after everything else."""
    return (action.number if isinstance(action, Bid) else 0), repr(action)


def _answer(puzzle: Puzzle) -> list[str]:
    record = read_record(puzzle.record.encode())
    cast = cast_of(record.setup, record.names, (puzzle.seat,))
    shares = [Considered(puzzle.answer, 100, None)]
    _, *reasons = hint_lines(Hint(tuple(shares), None, puzzle.reasons), cast)
    margin = counted(round(100 * puzzle.margin), "percentage point")
    kind = "exactly" if puzzle.is_exact else "about"
    wins = [
        f"{deed(choice.action, cast)} wins {percent(choice.wins or 0.0)}"
        for choice in puzzle.choices
    ]
    return [
        f"The answer: {deed(puzzle.answer, cast)}, {kind} {margin} better than the next.",
        f"{'; '.join(wins)}.",
        *[reason.strip() for reason in reasons],
    ]


def run_make(options: argparse.Namespace) -> int:
    """Make puzzles and write them to a file."""
    if options.count < 1:
        raise UserError(f"--count {options.count}: at least 1 is required")
    made: list[Puzzle] = []
    with progress_bar(Console(stderr=True), "made", "puzzles", options.count) as show:
        for puzzle in make(options.count, options.seed):
            made.append(puzzle)
            show(len(made))
    random.Random(options.seed).shuffle(made)  # neighbouring days should differ
    try:
        options.file.write_bytes(write_puzzles(made))
    except OSError as error:
        raise UserError(f"{options.file}: {error.strerror}") from None
    levels = Counter(puzzle.level.value for puzzle in made)
    exact = sum(puzzle.is_exact for puzzle in made)
    told = ", ".join(f"{count} {level}" for level, count in sorted(levels.items()))
    print(f"{options.file}: {len(made)} puzzles ({told}), {exact} of them exact")
    return 0
