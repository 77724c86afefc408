"""What a person is asked, and how the answer is read.

A question is made from the actions that the view allows: what cannot be done is not offered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Flip,
    NameFirst,
    OwnSeat,
    Pass,
    Phase,
    Pick,
    Place,
    Seat,
    Show,
    View,
    seat_letter,
)
from calavera.terminal.cast import Cast
from calavera.terminal.paper import clean, shortened
from calavera.terminal.words import capital, counted

LONGEST_QUOTE: Final = 20

Answer = TypeVar("Answer")


class Unclear(Exception):
    """An answer that cannot be taken; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """Something that a person has to decide."""

    text: str
    """What is asked."""

    keys: str
    """What can be typed."""

    answers: Mapping[str, Answer]
    """What each answer means."""

    about_numbers: str = ""
    """What to say about a number that is no answer."""

    about_discs: str = ""
    """What to say about a disc that is no answer."""

    def read(self, answer: str) -> Answer:
        """What an answer means; raises Unclear."""
        word = " ".join(answer.split()).lower()
        if word in self.answers:
            return self.answers[word]
        if self.about_numbers and word.lstrip("-").isdecimal():
            raise Unclear(self.about_numbers)
        if self.about_discs and word in ("f", "flower", "s", "skull"):
            raise Unclear(self.about_discs)
        if not word:
            raise Unclear(f"Please type one of these: {self.keys}.")
        quote = shortened(clean(answer), LONGEST_QUOTE)
        raise Unclear(f"“{quote}” is no answer here. {self.keys}.")


def question(view: View, own: OwnSeat, cast: Cast) -> Question[Action]:
    """What the seat in turn has to decide."""
    board, legal = view.board, own.legal
    answers = _answers(board, legal, cast)
    match board.phase:
        case Phase.PLACE:
            text = _at(own.seat, cast, "Put a disc on your mat, face down.")
            return Question(text, _disc_keys(own), answers, about_discs=_no_such_disc(own))
        case Phase.ADD:
            return _add_or_challenge(board, own, cast, answers)
        case Phase.BID:
            return _raise_or_pass(board, own, cast, answers)
        case Phase.FLIP:
            return _flip(board, own, cast, answers)
        case Phase.LOSE:
            return _loss(board, own, cast, answers)
        case _:
            text = _at(own.seat, cast, "Your own skull put you out. Who begins the next round?")
            seats = [action.seat for action in legal if isinstance(action, NameFirst)]
            return Question(text, _seat_keys(seats, cast), answers)


def show_question(view: View, own: OwnSeat, cast: Cast) -> Question[bool]:
    """Whether a seat whose turn it is not shows its discs after a failure (R22)."""
    discs = _in_words(own.holding.stack[: view.board.mats[own.seat].face_down][::-1])
    text = _at(own.seat, cast, f"You may show what lies face down on your mat: {discs}.")
    shows = {"": False, "n": False, "no": False, "show": True, "y": True, "yes": True}
    return Question(text, "Enter = keep it hidden, show = show it", shows)


def watch_question() -> Question[bool]:
    """Whether somebody who is out wants to see the rest."""
    text = "You are out of the game; the others play on."
    return Question(text, "Enter = watch, end = go to the result", {"": True, "end": False})


def _add_or_challenge(
    board: Board, own: OwnSeat, cast: Cast, answers: Mapping[str, Action]
) -> Question[Action]:
    text = "Your turn: add a disc or challenge."
    keys = f"{_range(1, board.total)} = challenge"
    about_discs = "Your hand is empty."
    if own.holding.hand:
        keys, about_discs = f"{_disc_keys(own)}, {keys}", _no_such_disc(own)
    else:
        text = "Your turn: your hand is empty, so you must challenge."
    about_numbers = _numbers("challenge", 1, board.total)
    return Question(_at(own.seat, cast, text), keys, answers, about_numbers, about_discs)


def _raise_or_pass(
    board: Board, own: OwnSeat, cast: Cast, answers: Mapping[str, Action]
) -> Question[Action]:
    number = board.bidding.number if board.bidding else 0
    keys = f"{_range(number + 1, board.total)} = raise, p = pass"
    about_numbers = _numbers("raise", number + 1, board.total)
    text = _at(own.seat, cast, f"Your turn: raise {number}, or pass?")
    about_discs = "Nobody adds a disc once a challenge is open."
    return Question(text, keys, answers, about_numbers, about_discs)


def _flip(
    board: Board, own: OwnSeat, cast: Cast, answers: Mapping[str, Action]
) -> Question[Action]:
    flips = board.attempt.flips if board.attempt else 0
    missing = (board.bidding.number if board.bidding else 0) - flips
    text = f"{capital(counted(missing, 'more flower'))} to find. Whose top disc do you flip?"
    seats = [action.mat for action in own.legal if isinstance(action, Flip)]
    lying = {seat: board.mats[seat].height - board.mats[seat].flipped for seat in seats}
    return Question(_at(own.seat, cast, text), _seat_keys(seats, cast, lying), answers)


def _loss(
    board: Board, own: OwnSeat, cast: Cast, answers: Mapping[str, Action]
) -> Question[Action]:
    if any(isinstance(action, Discard) for action in own.legal):
        text = _at(own.seat, cast, "Which disc do you lose? Nobody else will see it.")
        return Question(text, _disc_keys(own), answers, about_discs=_no_such_disc(own))
    challenger = board.attempt.challenger if board.attempt else own.seat
    discs = board.mats[challenger].discs
    text = f"{capital(cast.whose(challenger))} discs lie face down before you. Take one, blind."
    keys = f"{_range(1, discs)} = take that one"
    if Show() in own.legal:
        keys += ", show = show your own first"
    about_numbers = f"Only {counted(discs, 'disc')} to take: {_range(1, discs)}."
    return Question(_at(own.seat, cast, text), keys, answers, about_numbers)


def _answers(board: Board, legal: Iterable[Action], cast: Cast) -> dict[str, Action]:
    return {word: action for action in legal for word in _words(board, action, cast)}


def _words(board: Board, action: Action, cast: Cast) -> list[str]:
    """What a person may type for an action."""
    match action:
        case Place(disc=disc) | Discard(disc=disc):
            return ["s", "skull"] if disc is Disc.SKULL else ["f", "flower"]
        case Bid(number=number):
            return [str(number)]
        case Pass():
            return ["p", "pass", "-"]
        case Flip(mat=seat) | NameFirst(seat=seat):
            return [seat_letter(seat), *_names(seat, cast)]
        case Pick():
            challenger = board.attempt.challenger if board.attempt else 0
            return [str(number + 1) for number in range(board.mats[challenger].discs)]
        case Show():
            return ["show", "!"]


def _names(seat: Seat, cast: Cast) -> list[str]:
    """A seat's name, where nobody else has it."""
    name = cast.them(seat).lower()
    return [name] if len(name) > 1 else []


def _at(seat: Seat, cast: Cast, text: str) -> str:
    """The question, with the mat that it is about where the player has two."""
    return text if cast.setup.tribes == 1 else f"Mat {seat_letter(seat)}. {text}"


def _disc_keys(own: OwnSeat) -> str:
    discs = {action.disc for action in own.legal if isinstance(action, Place | Discard)}
    keys = [f"{disc.name[0].lower()} = {disc.name.lower()}" for disc in Disc if disc in discs]
    return ", ".join(keys)


def _no_such_disc(own: OwnSeat) -> str:
    discs = {action.disc for action in own.legal if isinstance(action, Place | Discard)}
    return f"You have no {'skull' if Disc.FLOWER in discs else 'flower'} to give."


def _seat_keys(seats: Iterable[Seat], cast: Cast, lying: Mapping[Seat, int] | None = None) -> str:
    counts = lying or {}
    return ", ".join(
        f"{seat_letter(seat)} = {_bare(seat, cast)}"
        + (f" ({counts[seat]} left)" if seat in counts else "")
        for seat in seats
    )


def _bare(seat: Seat, cast: Cast) -> str:
    return "your other mat" if seat in cast.you else cast.label(seat).partition(" ")[2]


def _in_words(discs: Iterable[Disc]) -> str:
    return ", ".join("the skull" if disc is Disc.SKULL else "a flower" for disc in discs)


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _numbers(what: str, first: int, last: int) -> str:
    if first == last:
        return f"The only {what} you can make is {first}."
    return f"A {what} is a number from {first} to {last}."
