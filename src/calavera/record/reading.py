"""From a text to a game. Reading is checking: the first token that cannot be played is an error."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NoReturn

from calavera.record.errors import RecordError
from calavera.record.header import read_header
from calavera.record.position import Position, first_position, play
from calavera.record.record import Comment, Record
from calavera.record.tokens import RESULT, UNFINISHED, Move, read_move
from calavera.rules import phases
from calavera.rules.errors import Forbidden
from calavera.rules.events import DiscsShown
from calavera.rules.outcome import Ending
from calavera.rules.referee import what_comes_next
from calavera.rules.seats import seat_letter

MOST_BYTES: Final = 250_000
"""A whole game of twelve fills some ten thousand; the rest is room for comments."""

MOST_COMMENTS: Final = 1_000

_WORD: Final = re.compile(r"\{(?P<comment>[^}]*)(?P<closed>\}?)|(?P<stray>\})|(?P<token>[^\s{}|]+)")
_COMMENT_OR_BAR: Final = re.compile(r"\{[^}]*\}|\|")
ROUND: Final = re.compile(r"[0-9]+\.")


@dataclass(frozen=True, slots=True)
class Reading:
    """A record and where it leads."""

    record: Record
    """What was written."""

    position: Position
    """The position after its last move."""


def read_record(text: str | bytes) -> Record:
    """The game of a text; raises RecordError."""
    return read(text).record


def read(text: str | bytes) -> Reading:
    """The game of a text with its last position; raises RecordError."""
    lines = _lines(text)
    blank = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    header = read_header(lines[:blank])
    reader = _Reader(header)
    for line, word in _words("\n".join(lines[blank:]), blank + 1):
        reader.take(line, word)
    return reader.finish()


def _lines(text: str | bytes) -> list[str]:
    size = len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES:
        raise RecordError(1, f"the text is longer than {MOST_BYTES:,} bytes; no game is")
    decoded = text if isinstance(text, str) else _decoded(text)
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "the text is not UTF-8") from None


def _words(text: str, line: int) -> Iterator[tuple[int, re.Match[str]]]:
    seen = 0
    for word in _WORD.finditer(text):
        line += text.count("\n", seen, word.start())
        seen = word.start()
        yield line, word


def _starts_a_line(word: re.Match[str]) -> bool:
    before = _COMMENT_OR_BAR.sub("", word.string[: word.start()])
    return not before[before.rfind("\n") + 1 :].strip()


class _Reader:
    """Plays the tokens of one record, one after the other."""

    def __init__(self, header: Record) -> None:
        self._header = header
        self._position = first_position(header.setup, header.first)
        self._moves: list[Move] = []
        self._comments: list[Comment] = []
        self._announced = 0  # the last round whose number has been read
        self._result_line: int | None = None
        self._result: str | None = None

    def take(self, line: int, word: re.Match[str]) -> None:
        """One token, comment or brace."""
        if word["stray"]:
            self._refuse(line, "}", "closes no comment")
        if word["comment"] is not None:
            if not word["closed"]:
                self._refuse(line, "{", "the comment is never closed")
            if len(self._comments) == MOST_COMMENTS:
                self._refuse(line, "{", f"there are more than {MOST_COMMENTS:,} comments")
            if text := word["comment"].strip():
                self._comments.append(Comment(len(self._moves), text))
            return
        if word["token"].startswith(RESULT) and not _starts_a_line(word):
            self._refuse(line, word["token"], "the result stands on a line of its own", "R32")
        self._take_token(line, word["token"])

    def finish(self) -> Reading:
        """The record, once the text has ended."""
        if self._result_line is not None and self._result is None:
            self._refuse_empty_result(self._result_line)
        record = replace(self._header, moves=tuple(self._moves), comments=tuple(self._comments))
        return Reading(record, self._position)

    def _take_token(self, line: int, token: str) -> None:
        if self._result is not None:
            self._refuse(line, token, "the result is the last line", "R32")
        if self._result_line is not None:
            if line != self._result_line:
                self._refuse_empty_result(self._result_line)
            self._check_result(line, token)
        elif token.startswith(RESULT):
            self._result_line = line
            if token != RESULT:
                self._check_result(line, token.removeprefix(RESULT))
        elif self._position.board.phase is phases.OVER:
            self._refuse(line, token, "the game is over", "R32")
        elif ROUND.fullmatch(token):
            self._begin_round(line, token)
        else:
            self._play(line, token)

    def _begin_round(self, line: int, token: str) -> None:
        current = self._position.board.round
        if self._announced == current:
            due = what_comes_next(self._position.board)
            self._refuse(line, token, f"round {current} is not over: {due.reason}", due.rule)
        if token != f"{current}.":
            self._refuse(line, token, f"the number of this round is {current}.", "R6")
        self._announced = current

    def _play(self, line: int, token: str) -> None:
        board = self._position.board
        try:
            move = read_move(token)
        except ValueError:
            due = what_comes_next(board)
            hint = "; a space is due behind the number" if ROUND.match(token) else ""
            self._refuse(line, token, f"is not a move{hint}; {due.reason}", due.rule)
        if self._announced != board.round:
            if isinstance(move, DiscsShown):
                self._refuse(line, token, "discs are shown before the lost one is gone", "R22")
            self._refuse(line, token, f"the round starts with its number, {board.round}.", "R6")
        try:
            self._position = play(self._position, move)
        except Forbidden as forbidden:
            self._refuse(line, token, forbidden.reason, forbidden.rule)
        self._moves.append(move)

    def _check_result(self, line: int, value: str) -> None:
        self._result = value
        outcome = self._position.board.outcome
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
        number = self._position.board.round
        raise RecordError(line, reason, token, number, rule)
