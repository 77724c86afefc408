"""What a picture says in words: the sentences that the pages' screen reader says."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from calavera.console.wording import printable
from calavera.drawing import art
from calavera.drawing.lettering import MOST_LETTERS
from calavera.drawing.snapshot import Moment
from calavera.rules.model.discs import SKULL, Disc
from calavera.rules.model.outcome import Ending, Outcome
from calavera.rules.model.seats import SEATS, Seat

SIGNS: Final = "¹²"
"""Tell the two seats of one player apart (R35); the fonts of the package have them."""


class Sentences(NamedTuple):
    """The words of one language about one moment."""

    moment: Moment
    language: str

    def word(self, key: str, count: int = 0, **values: object) -> str:
        """A message with its values; `count` chooses its form."""
        message = art.words(self.language)[key]
        if not isinstance(message, str):
            message = message[0 if count == 1 else 1]
        return str(message).format(count=count, **values)

    def name(self, seat: Seat) -> str:
        """The name of a seat's player; of two seats, with a sign."""
        board = self.moment.board
        player = self.player(board.mats[seat].owner)
        two = board.setup.tribes == len(SIGNS)
        return f"{player} {SIGNS[seat // board.setup.players]}" if two else player

    def player(self, player: int) -> str:
        return printable(self.moment.names[player][:MOST_LETTERS])

    def title(self) -> str:
        return self.word("round", number=self.moment.board.round)

    def won(self, outcome: Outcome) -> str:
        return self.word("end_won", name=self.player(outcome.winner))

    def why(self, outcome: Outcome) -> str:
        second = outcome.ending is Ending.SECOND_SUCCESS
        return self.word("end_second" if second else "end_last")

    def rounds(self) -> str:
        return self.word("end_rounds", count=self.moment.board.round)

    def description(self) -> str:
        """The whole table, seat by seat."""
        board = self.moment.board
        bid = board.bidding
        told = [] if bid is None else [
            self.word("tell_bid", name=self.name(bid.bidder), number=bid.number)
        ]  # fmt: skip
        return " ".join([*told, *(self._seat(seat) for seat in SEATS[: len(board.mats)])])

    def _seat(self, seat: Seat) -> str:
        board, known = self.moment.board, self.moment.known.get(seat)
        mat, name = board.mats[seat], self.name(seat)
        told = [self.word("seat_words", name=name, height=mat.height, hand=mat.hand)]
        if known is not None:
            told.append(f"{self._discs(known.stack)} / {self._discs(known.hand)}.")
        elif mat.faces:
            told.append(f"{self._discs(mat.faces[::-1])}.")
        if mat.out:
            told.append(_begun(f"{self.word('word_out')}."))
        elif mat.passed:
            told.append(_begun(f"{self.word('word_passed')}."))
        if mat.wins:
            told.append(self.word("seat_success", count=mat.wins))
        if board.outcome is not None and board.outcome.seat == seat:
            told.append(f"{self.won(board.outcome)}.")
        if seat in board.turn:
            told.append(self.word("turn_of", name=name))
        return " ".join(told)

    def _discs(self, discs: Iterable[Disc]) -> str:
        words = [self.word("skull" if disc is SKULL else "flower") for disc in discs]
        return _begun(", ".join(words)) or "0"


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
