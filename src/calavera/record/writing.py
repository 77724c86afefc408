"""Writes records as text."""

from calavera.record.header import write_header
from calavera.record.notation import RESULT, UNFINISHED, write_move
from calavera.record.position import first_position, play
from calavera.record.record import Record
from calavera.rules.model import phases
from calavera.rules.model.phases import Phase
from calavera.rules.model.seats import seat_letter

_STEPS = {
    phases.PLACE: 1,
    phases.ADD: 2,
    phases.BID: 2,
    phases.FLIP: 3,
    phases.LOSE: 4,
    phases.NAME_FIRST: 4,
}
"""The step of the round that a phase belongs to; a bar separates steps."""


def write_record(record: Record) -> str:
    """The text of a record; raises Forbidden if its moves are illegal."""
    writer = _Writer()
    comments = list(record.comments)
    position = first_position(record.setup, record.first)
    for count, move in enumerate(record.moves):
        while comments and comments[0].after <= count:
            writer.comment(comments.pop(0).text)
        writer.move(position.board.round, position.board.phase, write_move(move))
        position = play(position, move)
    for comment in comments:
        writer.comment(comment.text)
    outcome = position.board.outcome
    result = seat_letter(outcome.seat) if outcome else UNFINISHED
    lines = [*write_header(record), "", *writer.lines, f"{RESULT} {result}"]
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes one line per round."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._round = 0
        self._step = 0

    def move(self, round_number: int, phase: Phase, token: str) -> None:
        """Write a token, after the round's number or a bar where one is due."""
        step = _STEPS[phase]
        if round_number != self._round:
            self.lines.append(f"{round_number}.")
        elif step != self._step:
            self.lines[-1] += " |"
        self.lines[-1] += f" {token}"
        self._round, self._step = round_number, step

    def comment(self, text: str) -> None:
        """Write a remark on the line of the move before it."""
        if not self.lines:
            self.lines.append(f"{{{text}}}")
        else:
            self.lines[-1] += f" {{{text}}}"
