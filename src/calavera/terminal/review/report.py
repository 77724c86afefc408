"""A review on paper: the key moments, where the results came from, the curve, the decisions."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from calavera.record import Record
from calavera.review import Grade, Review
from calavera.review.model import Curve, Decision
from calavera.rules import Player, Seat
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast, cast_of
from calavera.terminal.drawing.mats import MARGIN, heading
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.drawing.theme import tribe_of
from calavera.terminal.review.words import (
    GRADE_WORDS,
    costly,
    deed,
    instead,
    loss_words,
    moment_words,
    signed,
)

BARS: Final = " ▁▂▃▄▅▆▇█"
WIDEST_CURVE: Final = 60


def show_review(record: Record, review: Review, console: Console, *, every: bool = False) -> None:
    """Show a review; `every` lists the decisions that were right, too."""
    paper, cast = Paper(console), cast_of(record.setup, record.names)
    paper.put(heading("Key moments", "", paper.width))
    paper.put(_indented(_moments(review, cast)))
    paper.blank()
    paper.put(heading("Skill and luck", "in percentage points", paper.width))
    paper.put(_indented(_accounts(review, cast)))
    paper.blank()
    paper.put(heading("Chances to win", "as everybody saw them", paper.width))
    paper.put(_indented(_curve(review.curves.public, cast, paper.width - 2 * MARGIN)))
    paper.blank()
    decisions = review.decisions if every else tuple(costly(review))
    paper.put(heading("Decisions" if every else "Costly decisions", _count(review), paper.width))
    paper.put(_indented(_decisions(decisions, cast)))


def _moments(review: Review, cast: Cast) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=theme.COLD, justify="right")
    grid.add_column()
    for moment in review.moments:
        grid.add_row(f"step {moment.step}", moment_words(moment, cast))
    return grid


def _accounts(review: Review, cast: Cast) -> Table:
    headings = "", "share", "skill", "gifts", "start", "blind", "flips", "hidden", "result"
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, words in enumerate(headings):
        table.add_column(words, justify="right" if number else "left", no_wrap=True)
    for account in review.accounts:
        parts = (account.skill, account.gifts, account.start, account.blind, account.flips)
        table.add_row(
            _name(account.player, cast),
            f"{100 * account.share:.1f}",
            *[Text(signed(part)) for part in (*parts, account.hidden)],
            Text("won", theme.MARIGOLD) if account.result else "0",
        )
    return table


def _curve(curve: Curve, cast: Cast, width: int) -> Table:
    """A line of bars for each player."""
    grid = Table.grid(padding=(0, 2))
    names = [_name(Player(player), cast) for player in range(len(curve[0]))]
    room = max(min(width - max(len(name.plain) for name in names) - 2, WIDEST_CURVE, len(curve)), 8)
    at = [round(n * (len(curve) - 1) / (room - 1)) for n in range(room)]
    for player, name in enumerate(names):
        seat = cast.setup.seats_of(Player(player))[0]
        bars = "".join(BARS[round(curve[step][player] * (len(BARS) - 1))] for step in at)
        grid.add_row(name, Text(bars, tribe_of(seat).colour))
    return grid


def _decisions(decisions: Sequence[Decision], cast: Cast) -> RenderableType:
    if not decisions:
        return Text("None: nobody gave up more than the estimate can tell.", theme.QUIET)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for words in ("step", "", "played", "lost", "", "the strongest bot"):
        table.add_column(words, justify="right" if words in ("step", "lost") else "left")
    for decision in decisions:
        style = theme.RED if decision.grade is Grade.BLUNDER else theme.PLAIN
        table.add_row(
            str(decision.step),
            _seat_name(decision.seat, cast),
            deed(decision.action, cast),
            loss_words(decision),
            Text(GRADE_WORDS[decision.grade], style),
            instead(decision, cast),
        )
    return table


def _count(review: Review) -> str:
    count = len(review.decisions)
    exact = sum(decision.is_exact for decision in review.decisions)
    return f"{len(list(costly(review)))} of {count}, {exact} solved exactly"


def _name(player: Player, cast: Cast) -> Text:
    """A player with all their seats; namesakes are told apart by their first seat."""
    seat = cast.setup.seats_of(player)[0]
    is_alone = cast.names.count(cast.names[player]) == 1
    return Text(cast.names[player], tribe_of(seat).colour) if is_alone else _seat_name(seat, cast)


def _seat_name(seat: Seat, cast: Cast) -> Text:
    return Text(cast.subject(seat), tribe_of(seat).colour)


def _indented(renderable: RenderableType) -> Padding:
    return Padding(renderable, (0, 0, 0, MARGIN))
