"""The middle of the table: the bid, large, with the total beside it."""

from typing import Final, NamedTuple

from calavera.rules import Board, Disc, Phase, is_burn_out
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.sentences import capital, spelled_out, tell_outcome
from calavera.terminal.screen.canvas import Canvas

_DIGITS: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"), "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"), "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}  # fmt: skip
_WIDEST_PIPS: Final = 24


class Middle(NamedTuple):
    """Where that is."""

    columns: range
    """The columns that no seat takes."""
    row: int
    """The row in the middle."""
    large: bool
    """Whether there is room for large figures."""


def draw_centre(canvas: Canvas, place: Middle, board: Board, cast: Cast) -> None:
    """Draw what is at stake."""
    colours, (columns, middle, _) = canvas.colours, place
    if board.outcome is not None:
        flowers = f"{theme.FLOWER}  {theme.FLOWER}  {theme.FLOWER}"
        canvas.centred(columns, middle - 1, flowers, colours.marigold)
        canvas.centred(columns, middle + 1, tell_outcome(board.outcome, cast), colours.marigold)
    elif board.bidding is not None:
        _bid(canvas, place, board, cast)
    else:
        canvas.centred(columns, middle, _waiting(board), colours.quiet)


def _waiting(board: Board) -> str:
    if board.phase is Phase.PLACE:
        return "A disc each, face down"
    return f"{capital(spelled_out(board.total, 'disc'))} on the mats"


def _large(digit: str) -> tuple[str, ...]:
    """Twice as wide and high: each half of a character becomes two."""
    halves = [
        "".join(["██" if half in _HALVES[letter] else "  " for letter in row])
        for row in _DIGITS[digit]
        for half in "▀▄"
    ]
    return tuple(halves[:-1])  # the last half is empty in every digit


_HALVES: Final = {" ": "", "▀": "▀", "▄": "▄", "█": "▀▄"}


def _bid(canvas: Canvas, place: Middle, board: Board, cast: Cast) -> None:
    colours, (columns, middle, large) = canvas.colours, place
    bidding, attempt = board.bidding, board.attempt
    assert bidding is not None
    if attempt is None:
        said = cast.does(bidding.bidder, "bid")
        below = "every disc on the table" if is_burn_out(board) else ""
    else:
        said = cast.does(attempt.challenger, "be") + " the challenger"
        below = ""
    total = f"of {board.total}"
    digits = [
        " ".join(row)
        for row in zip(
            *map(_large if large else _DIGITS.__getitem__, str(bidding.number)), strict=True
        )
    ]
    width = len(digits[0]) + 1 + len(total)
    left = columns.start + (len(columns) - width) // 2
    top = middle - len(digits) // 2
    canvas.centred(columns, top - 1, said, colours.text)
    for y, row in enumerate(digits, start=top):
        canvas.put(left, y, row, colours.strong)
    canvas.put(left + width - len(total), middle, total, colours.quiet)
    y = top + len(digits)
    if attempt is None:
        canvas.centred(columns, y, below, colours.quiet)
        return
    if has_skull(board):
        canvas.centred(columns, y, f"{theme.SKULL}  skull  {theme.SKULL}", colours.red)
        return
    found = attempt.flips
    if bidding.number * 2 <= min(len(columns), _WIDEST_PIPS * 2):
        x = columns.start + (len(columns) - bidding.number * 2 + 1) // 2
        for index in range(bidding.number):
            pip, style = (theme.FLOWER, colours.marigold) if index < found else ("○", colours.quiet)
            x = canvas.put(x, y, f"{pip} ", style)
    else:
        canvas.centred(columns, y, f"{found} of {bidding.number} flowers", colours.text)


def has_skull(board: Board) -> bool:
    """Whether the challenger has turned over a skull: the light goes cold."""
    return any(Disc.SKULL in mat.faces[: mat.flipped] for mat in board.mats)
