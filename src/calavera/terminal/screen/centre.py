"""The middle of the table: the bid, large, with the total beside it."""

from typing import Final

from calavera.rules import Board, Disc, Phase, is_burn_out
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.sentences import spelled_out, tell_outcome
from calavera.terminal.screen.canvas import Canvas

HEIGHT: Final = 5
"""Rows that it takes."""

_DIGITS: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"), "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"), "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}  # fmt: skip
_WIDEST_PIPS: Final = 24


def draw_centre(canvas: Canvas, columns: range, y: int, board: Board, cast: Cast) -> None:
    """Draw what is at stake, in the middle of some columns, from a row on."""
    colours = canvas.colours
    if board.outcome is not None:
        flowers = f"{theme.FLOWER}  {theme.FLOWER}  {theme.FLOWER}"
        canvas.centred(columns, y + 1, flowers, colours.marigold)
        canvas.centred(columns, y + 3, tell_outcome(board.outcome, cast), colours.marigold)
    elif board.bidding is not None:
        _bid(canvas, columns, y, board, cast)
    else:
        canvas.centred(columns, y + 2, _waiting(board), colours.quiet)


def _waiting(board: Board) -> str:
    if board.phase is Phase.PLACE:
        return "A disc each, face down"
    return f"{spelled_out(board.total, 'disc')} on the mats"


def _bid(canvas: Canvas, columns: range, y: int, board: Board, cast: Cast) -> None:
    colours = canvas.colours
    bidding, attempt = board.bidding, board.attempt
    assert bidding is not None
    if attempt is None:
        said = cast.does(bidding.bidder, "bid")
        below = "every disc on the table" if is_burn_out(board) else ""
    else:
        said = cast.does(attempt.challenger, "be") + " the challenger"
        below = ""
    canvas.centred(columns, y, said, colours.text)
    digits, total = str(bidding.number), f"of {board.total}"
    width = len(digits) * 4 + len(total)
    left = columns.start + (len(columns) - width) // 2
    for row in range(3):
        x = left
        for digit in digits:
            x = canvas.put(x, y + 1 + row, f"{_DIGITS[digit][row]} ", colours.strong)
    canvas.put(left + len(digits) * 4, y + 2, total, colours.quiet)
    if attempt is None:
        canvas.centred(columns, y + 4, below, colours.quiet)
        return
    if has_skull(board):
        canvas.centred(columns, y + 4, f"{theme.SKULL}  skull  {theme.SKULL}", colours.red)
        return
    found = attempt.flips
    if bidding.number * 2 <= min(len(columns), _WIDEST_PIPS * 2):
        x = columns.start + (len(columns) - bidding.number * 2 + 1) // 2
        for index in range(bidding.number):
            pip, style = (theme.FLOWER, colours.marigold) if index < found else ("○", colours.quiet)
            x = canvas.put(x, y + 4, f"{pip} ", style)
    else:
        canvas.centred(columns, y + 4, f"{found} of {bidding.number} flowers", colours.text)


def has_skull(board: Board) -> bool:
    """Whether the challenger has turned over a skull: the light goes cold."""
    return any(Disc.SKULL in mat.faces[: mat.flipped] for mat in board.mats)
