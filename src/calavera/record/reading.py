"""Parses records. Every token is played, and the first illegal one is an error."""

import re
from dataclasses import dataclass, replace
from typing import Final, NoReturn

from calavera.record.errors import RecordError
from calavera.record.header import read_header
from calavera.record.notation import MOVES, RESULT, UNFINISHED, Move
from calavera.record.position import Position, first_position, play
from calavera.record.record import Comment, Record
from calavera.rules.errors import Forbidden
from calavera.rules.events import DiscsShown
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.outcome import Ending
from calavera.rules.model.seats import seat_letter
from calavera.rules.referee import what_comes_next

MOST_BYTES: Final = 250_000
"""A game of twelve has about 10,000 bytes; the rest is room for comments."""

MOST_COMMENTS: Final = 1_000

_BRACE: Final = re.compile(r"\{(?P<comment>[^}]*)(?P<closed>\}?)|\}")
ROUND: Final = re.compile(r"[0-9]+\.")


@dataclass(frozen=True, slots=True)
class Reading:
    """A record and its positions."""

    record: Record
    """The record."""

    positions: tuple[Position, ...]
    """The position before the first move, then the one after each."""

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]


def read_record(text: str | bytes) -> Record:
    """Parse a record; raises RecordError."""
    return read(text).record


def read(text: str | bytes) -> Reading:
    """Parse a record with its positions; raises RecordError."""
    lines = _lines(text)
    blank = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    header = read_header(lines[:blank])
    reader = _Reader(header)
    reader.take(blank + 1, "\n".join(lines[blank:]))
    return reader.finish()


def _lines(text: str | bytes) -> list[str]:
    size = len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES:
        raise RecordError(1, f"the text is longer than {MOST_BYTES:,} bytes, the most for a record")
    decoded = text if isinstance(text, str) else _decoded(text)
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "the text is not UTF-8") from None


class _Reader:
    """Plays the tokens of one record in order."""

    def __init__(self, header: Record) -> None:
        self._header = header
        self._positions = [first_position(header.setup, header.first)]
        self._moves: list[Move] = []
        self._comments: list[Comment] = []
        self._announced = 0  # the last round number read
        self._starts_line = True  # whether the next token is the first on its line
        self._result_line: int | None = None
        self._result: str | None = None

    @property
    def _board(self) -> Board:
        return self._positions[-1].board

    def take(self, line: int, text: str) -> None:
        """Play everything after the header, tokens and comments, from this line on."""
        seen = 0
        for brace in _BRACE.finditer(text):
            line = self._take_tokens(line, text[seen : brace.start()])
            self._take_comment(line, brace)
            line += text.count("\n", *brace.span())
            seen = brace.end()
        self._take_tokens(line, text[seen:])

    def _take_tokens(self, line: int, text: str) -> int:
        """Play the tokens of a text without braces; return the line where it ends."""
        moves, positions = self._moves, self._positions
        position = positions[-1]
        for index, row in enumerate(text.split("\n")):
            if index:
                line += 1
                self._starts_line = True
            for token in row.replace("|", " ").split():
                move, board = MOVES[token], position.board
                if move is None or board.round != self._announced or board.phase is phases.OVER:
                    self._take_other(line, token, move)
                else:
                    try:
                        position = play(position, move)
                    except Forbidden as forbidden:
                        self._refuse(line, token, forbidden.reason, forbidden.rule)
                    moves.append(move)
                    positions.append(position)
                self._starts_line = False
        return line

    def _take_other(self, line: int, token: str, move: Move | None) -> None:
        """Handle a token that is not a move, or a move that is not due."""
        board = self._board
        if self._result_line is not None or token.startswith(RESULT):
            self._take_result(line, token)
        elif board.phase is phases.OVER:
            self._refuse(line, token, "the game is over", "R32")
        elif ROUND.fullmatch(token):
            self._begin_round(line, token)
        elif move is None:
            due = what_comes_next(board)
            hint = "; the number needs a space after it" if ROUND.match(token) else ""
            self._refuse(line, token, f"is not a move{hint}; {due.reason}", due.rule)
        elif isinstance(move, DiscsShown):
            self._refuse(line, token, "discs are shown before one is lost", "R22")
        else:
            self._refuse(line, token, f"the round starts with its number, {board.round}.", "R6")

    def _take_comment(self, line: int, brace: re.Match[str]) -> None:
        if brace["comment"] is None:
            self._refuse(line, "}", "closes no comment")
        if not brace["closed"]:
            self._refuse(line, "{", "the comment is never closed")
        if len(self._comments) == MOST_COMMENTS:
            self._refuse(line, "{", f"the record has more than {MOST_COMMENTS:,} comments")
        if text := brace["comment"].strip():
            self._comments.append(Comment(len(self._moves), text))

    def finish(self) -> Reading:
        """The record, once the text has ended."""
        if self._result_line is not None and self._result is None:
            self._refuse_empty_result(self._result_line)
        record = replace(self._header, moves=tuple(self._moves), comments=tuple(self._comments))
        return Reading(record, tuple(self._positions))

    def _take_result(self, line: int, token: str) -> None:
        if token.startswith(RESULT) and not self._starts_line:
            self._refuse(line, token, "the result needs its own line", "R32")
        if self._result is not None:
            self._refuse(line, token, "the result must be the last line", "R32")
        if self._result_line is None:
            self._result_line = line
            self._announced = 0  # no more moves are due
            if token == RESULT:
                return
            token = token.removeprefix(RESULT)
        elif line != self._result_line:
            self._refuse_empty_result(self._result_line)
        self._check_result(line, token)

    def _begin_round(self, line: int, token: str) -> None:
        current = self._board.round
        if self._announced == current:
            due = what_comes_next(self._board)
            self._refuse(line, token, f"round {current} is not over: {due.reason}", due.rule)
        if token != f"{current}.":
            self._refuse(line, token, f"the number of this round is {current}.", "R6")
        self._announced = current

    def _check_result(self, line: int, value: str) -> None:
        self._result = value
        outcome = self._board.outcome
        if outcome is None:
            if value != UNFINISHED:
                self._refuse(line, f"{RESULT} {value}", "the game is not over", "R32")
            return
        if value != seat_letter(outcome.seat):
            rule = "R30" if outcome.ending is Ending.SECOND_SUCCESS else "R31"
            winner = seat_letter(outcome.seat)
            self._refuse(line, f"{RESULT} {value}", f"the winner is {winner}", rule)

    def _refuse_empty_result(self, line: int) -> NoReturn:
        self._refuse(line, RESULT, f"needs the winner's seat or {UNFINISHED}", "R32")

    def _refuse(self, line: int, token: str, reason: str, rule: str | None = None) -> NoReturn:
        number = self._board.round
        raise RecordError(line, reason, token, number, rule)
