"""Mats and discs, drawn with letters.

A disc is seen from the side: its back with the tribe's ornament, its face where it has been turned
over. A face-down disc that the viewer knows shows its face in the middle.

     (··✿··)  face down      (  ✿  )  turned over      <  ✿  >  shown      (·····)  not known
    ────☠────  the skull side of a mat      ━━━━✿━━━━  its flower side, after a success
"""

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.text import Text

from calavera.rules import Board, Disc, Holding
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.paper import shortened
from calavera.terminal.drawing.picture import Lie, Lying, Picture
from calavera.terminal.drawing.theme import TribeStyle, face_style, sign, tribe_of

CELL: Final = 12
"""Width of one seat: four discs in hand and their label."""

MARGIN: Final = 2
WIDEST_GAP: Final = 4


def table(seats: Sequence[Picture], width: int) -> Text:
    """All seats, in as few rows of similar length as the width allows."""
    room = max(1, (width - MARGIN) // (CELL + 1))
    rows = -(-len(seats) // room)
    length = -(-len(seats) // rows)
    gap = max(1, min(WIDEST_GAP, (width - MARGIN) // length - CELL))
    lines: list[Text] = []
    for start in range(0, len(seats), length):
        if lines:
            lines.append(Text())
        lines += _row(seats[start : start + length], gap)
    return Text("\n", no_wrap=True).join(lines)


def _row(seats: Sequence[Picture], gap: int) -> list[Text]:
    height = max(len(seat.stack) for seat in seats)
    notes = max(len(seat.notes) for seat in seats)
    cells = [_cell(seat, height, notes) for seat in seats]
    lines = []
    for parts in zip(*cells, strict=True):
        line = Text(" " * MARGIN)
        for part in parts:
            line.append_text(part)
            line.append(" " * (CELL - part.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines


def _cell(seat: Picture, height: int, notes: int) -> list[Text]:
    """One seat: the stack on its mat, its label, its hand, its notes."""
    tribe = tribe_of(seat.seat)
    blank = [Text()] * (height - len(seat.stack))
    stack = [Text(" ").append_text(disc(lying, tribe)) for lying in reversed(seat.stack)]
    said = [_note(note) for note in seat.notes] + [Text()] * (notes - len(seat.notes))
    if seat.gone:
        return [*blank, Text(), _label(seat, tribe), *said, Text()]
    return [*blank, *stack, _mat(seat), _label(seat, tribe), _hand(seat, tribe), *said]


def disc(lying: Lying, tribe: TribeStyle) -> Text:
    """One disc from the side: a back has its tribe's colour, a face has none."""
    face = sign(lying.disc)
    if lying.lie is Lie.DOWN:
        half = tribe.ornament * 2
        if lying.disc is None:
            return Text(f"({half}{tribe.ornament}{half})", tribe.lacquer)
        known = (face, tribe.lacquer + theme.STRONG)
        return Text.assemble((f"({half}", tribe.lacquer), known, (f"{half})", tribe.lacquer))
    left, right = "()" if lying.lie is Lie.FLIPPED else "<>"
    return Text(f"{left}  {face}  {right}", face_style(lying.disc, tribe))


def discs(kinds: Sequence[Disc | None], tribe: TribeStyle, *, unknown: str = theme.UNKNOWN) -> Text:
    """Discs side by side, as in a hand."""
    signs = [(unknown if kind is None else sign(kind), face_style(kind, tribe)) for kind in kinds]
    return Text(" ").join(Text(text, style) for text, style in signs)


def legend() -> Columns:
    """How to read a drawing."""
    tribe = theme.TRIBES[0]
    samples = (
        (disc(Lying(Disc.FLOWER, Lie.DOWN), tribe), "face down"),
        (disc(Lying(None, Lie.DOWN), tribe), "not known"),
        (disc(Lying(Disc.FLOWER, Lie.FLIPPED), tribe), "turned over"),
        (disc(Lying(Disc.SKULL, Lie.SHOWN), tribe), "shown"),
    )
    entries = [Text.assemble(sample, (f" {words}", theme.QUIET)) for sample, words in samples]
    return Columns(entries, padding=(0, 2))


def _mat(seat: Picture) -> Text:
    side, line, style = (
        (theme.FLOWER, "━", theme.STRONG) if seat.wins else (theme.SKULL, "─", theme.QUIET)
    )
    count = f" {len(seat.stack)}" if seat.stack else ""
    return Text.assemble((line * 4 + side + line * 4, style), (count, theme.QUIET))


def _label(seat: Picture, tribe: TribeStyle) -> Text:
    label = shortened(seat.label, CELL)
    style = theme.QUIET if seat.gone else theme.MARIGOLD if seat.acting else theme.STRONG
    text = Text(label, style)
    if not seat.acting and not seat.gone:
        text.stylize(tribe.colour, 0, 1)
    return text


def _hand(seat: Picture, tribe: TribeStyle) -> Text:
    hand = Text("hand ", theme.QUIET)
    if not seat.hand:
        return hand.append(theme.NOTHING, theme.QUIET)
    return hand.append_text(discs(seat.hand, tribe, unknown=theme.HIDDEN))


def _note(note: str) -> Text:
    if note.startswith(theme.TURN) or note == "winner":
        return Text(note, theme.MARIGOLD)
    if note == "out":
        return Text(note, theme.RED)
    if note == "challenger" or note.startswith("bids"):
        return Text(note, theme.STRONG)
    return Text(note, theme.COLD)


def heading(left: str, right: str, width: int) -> Text:
    """A rule across the page with text at both ends."""
    room = width - Text(left).cell_len - Text(right).cell_len - (8 if right else 4)
    line = Text.assemble(
        ("── ", theme.QUIET), (left, theme.STRONG), (f" {'─' * max(2, room)}", theme.QUIET)
    )
    if right:
        line.append(f" {right} ", theme.COLD).append("──", theme.QUIET)
    line.truncate(width, overflow="ellipsis")
    return line


def lost_on_the_way(board: Board, holdings: Sequence[Holding], cast: Cast) -> list[Text]:
    """A line with the discs that were lost, once the game is over; none where none were."""
    lost = [
        Text(f"{cast.label(seat)} ").append_text(discs(holding.lost, tribe_of(seat)))
        for seat, holding in zip(board.setup.seats, holdings, strict=bool(holdings))
        if holding.lost
    ]
    return [Text("Lost on the way: ").append_text(Text(", ").join(lost))] if lost else []
