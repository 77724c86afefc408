"""A recorded game, narrated for a person."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from calavera.record import Record, seen_by
from calavera.rules import PUBLIC, Board, Phase, Seat
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    SeatPassed,
    SeenEvent,
)
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast, cast_of
from calavera.terminal.drawing.mats import MARGIN, discs, heading, legend, table
from calavera.terminal.drawing.paper import Paper, clean
from calavera.terminal.drawing.picture import Known, known_in_position, pictures
from calavera.terminal.drawing.sentences import tell, tell_due, tell_outcome
from calavera.terminal.drawing.theme import tribe_of
from calavera.terminal.drawing.title import title
from calavera.terminal.replay.chapters import Beat, Chapter, chapters, remarks
from calavera.terminal.replay.inference import where_the_skull_is

ONE_DISC_EACH: Final = "One disc each"
ADDING: Final = "Adding"
BIDDING: Final = "Bidding"
ATTEMPT: Final = "The attempt"
LOSS: Final = "The loss"

_IN_ONE_BREATH: Final = (ONE_DISC_EACH, ADDING, BIDDING)
"""Steps whose moves share a paragraph; in the others each move gets a line."""


def show_replay(record: Record, console: Console) -> None:
    """Narrate a game round by round: the moves, the mats, what each player knew."""
    paper = Paper(console)
    cast = cast_of(record.setup, record.names)
    paper.put(heading("A game of Skull", "", paper.width))
    paper.put(*map(_indented, title(record, cast)))
    paper.put(*(_indented(_remark(comment)) for comment in remarks(record)[0]))
    paper.blank()
    paper.put(_indented(legend()))
    told, public = chapters(record), chapters(seen_by(record, PUBLIC))
    for chapter, seen in zip(told, public, strict=True):
        if chapter.beats or len(told) == 1:
            _show_chapter(paper, chapter, seen, cast)
    _show_result(paper, told[-1].closing.board, cast)


def _show_chapter(paper: Paper, chapter: Chapter, seen: Chapter, cast: Cast) -> None:
    paper.blank()
    begins = cast.does(chapter.first, "begin")
    paper.put(heading(f"Round {chapter.number}", begins, paper.width))
    if chapter.beats:
        paper.blank()
        paper.put(_indented(_story(chapter.beats, cast)))
    known = known_in_position(chapter.closing)
    paper.blank()
    paper.put(table(pictures(chapter.closing.board, known, cast), paper.width))
    if chapter.beats:
        paper.blank()
        paper.put(_indented(_knowledge(chapter, seen, known, cast)))


def _story(beats: Sequence[Beat], cast: Cast) -> Table:
    """The events, step by step."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=theme.COLD)
    grid.add_column()
    for name, group in _steps(beats):
        grid.add_row(name, Text("\n").join(_lines(name, group, cast)))
    return grid


def _steps(beats: Sequence[Beat]) -> Iterator[tuple[str, list[Beat]]]:
    name, group = "", list[Beat]()
    for beat in beats:
        following = _step(beat.event, beat.before)
        if group and following != name:
            yield name, group
            group = []
        name = following
        group.append(beat)
    yield name, group


def _step(event: SeenEvent, before: Board) -> str:
    if isinstance(event, BidMade | SeatPassed):
        return BIDDING
    if isinstance(event, AttemptBegan | DiscFlipped | AttemptSucceeded | AttemptFailed):
        return ATTEMPT
    if before.phase is Phase.PLACE:
        return ONE_DISC_EACH
    return ADDING if before.phase is Phase.ADD else LOSS


def _lines(name: str, group: Sequence[Beat], cast: Cast) -> list[Text]:
    lines: list[Text] = []
    open_line = False
    for beat in group:
        sentence = tell(beat.event, beat.before, beat.after, cast)
        if open_line:
            lines[-1].append(" ").append_text(sentence)
        else:
            lines.append(sentence)
        open_line = name in _IN_ONE_BREATH and not beat.comments
        lines += map(_remark, beat.comments)
    return lines


def _knowledge(chapter: Chapter, seen: Chapter, known: Sequence[Known], cast: Cast) -> Table:
    """What each player knew of their own discs, and what the others could infer."""
    grid = Table.grid(padding=(0, 2))
    *narrow, wide = "What each knew", "Hand", "Mat", "Lost", "What others could infer"
    for _ in narrow:
        grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(*(Text(words, theme.COLD) for words in (*narrow, wide)))
    for seat, mat in zip(cast.setup.seats, seen.closing.board.mats, strict=True):
        if mat.discs or mat.height:
            told = where_the_skull_is(mat, seen.closing.worlds[seat])
            grid.add_row(Text(cast.label(seat)), *_own(seat, known[seat]), told)
    return grid


def _own(seat: Seat, known: Known) -> Iterator[Text]:
    for kinds in known:
        yield discs(kinds, tribe_of(seat)) if kinds else Text(theme.NOTHING, theme.QUIET)


def _show_result(paper: Paper, board: Board, cast: Cast) -> None:
    paper.blank()
    if board.outcome is not None:
        paper.put(heading("The result", "", paper.width))
        paper.put(_indented(Text(tell_outcome(board.outcome, cast), theme.MARIGOLD)))
    else:
        paper.put(heading("Not finished", f"Round {board.round}", paper.width))
        paper.put(_indented(Text(tell_due(board, cast))))


def _remark(comment: str) -> Text:
    return Text(f"“{clean(comment)}”", theme.COLD)


def _indented(renderable: RenderableType) -> Padding:
    return Padding(renderable, (0, 0, 0, MARGIN))
