"""Questions to the person, and how answers are parsed.

A question offers exactly the actions that are legal in the view.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

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
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.paper import clean, shortened
from calavera.terminal.drawing.sentences import capital, listed, spelled_out

LONGEST_QUOTE: Final = 20
ENTER: Final = "Enter"

Answer = TypeVar("Answer")


class InvalidAnswer(Exception):
    """An answer that is not valid; the message says what is."""


class Key(NamedTuple):
    """Something that the person can type."""

    typed: str  # the key
    meaning: str  # its meaning


Keys: TypeAlias = tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """A decision for the person."""

    text: str  # what is asked
    keys: Keys  # what can be typed, as shown; other words may be accepted too
    answers: Mapping[str, Answer]  # what each answer means
    about_numbers: str = ""  # the message for an invalid number
    about_discs: str = ""  # the message for an invalid disc
    is_move: bool = True  # whether a selection can be taken back for a moment

    def read(self, answer: str) -> Answer:
        """What an answer means; raises InvalidAnswer."""
        word = " ".join(answer.split()).lower()
        if word in self.answers:
            return self.answers[word]
        if self.about_numbers and word.lstrip("-").isdecimal():
            raise InvalidAnswer(self.about_numbers)
        if self.about_discs and word in ("f", "flower", "s", "skull"):
            raise InvalidAnswer(self.about_discs)
        typed = [key.typed for key in self.keys if key.typed != ENTER]
        ways = [f"press {ENTER}"] if len(typed) < len(self.keys) else []
        if typed:
            ways.append("type " + listed(typed, "or"))
        choice = " or ".join(ways)
        if not word:
            raise InvalidAnswer(f"Please {choice}.")
        quote = shortened(clean(answer), LONGEST_QUOTE)
        raise InvalidAnswer(f"“{quote}” is not an answer here; please {choice}.")


def question(view: View, own: OwnSeat, cast: Cast) -> Question[Action]:
    """The decision of the seat in turn."""
    match view.board.phase:
        case Phase.PLACE:
            asked = _discs(own, view.board, cast, "Put a disc on your mat, face down.")
        case Phase.ADD:
            asked = _add_or_challenge(own, view.board, cast)
        case Phase.BID:
            asked = _raise_or_pass(own, view.board, cast)
        case Phase.FLIP:
            asked = _flip(own, view.board, cast)
        case Phase.LOSE if any(isinstance(action, Discard) for action in own.legal):
            asked = _discs(own, view.board, cast, "Which disc do you lose? Nobody will see it.")
        case Phase.LOSE:
            asked = _pick(own, view.board, cast)
        case _:
            asked = _name_first(own, view.board, cast)
    if cast.setup.tribes == 1:
        return asked
    return replace(asked, text=f"Mat {seat_letter(own.seat)}. {asked.text}")


class Forced(NamedTuple):
    """A move that is the only one, as everybody knows."""

    action: Action
    words: str  # what the person is told instead of a question


def forced(board: Board, own: OwnSeat) -> Forced | None:
    """The move, if everybody knows that it is the only one (R41)."""
    mat = board.mats[own.seat]
    if board.phase is Phase.PLACE and mat.discs == 1:
        return Forced(Place(own.holding.hand[0]), "Your one disc goes on your mat.")
    if board.phase is Phase.FLIP and mat.flipped < mat.height:
        words = "Your own stack comes first." if mat.flipped == 0 else ""
        return Forced(Flip(own.seat), words)
    return None


def show_question(view: View, own: OwnSeat, cast: Cast) -> Question[bool]:
    """Whether a seat that is not in turn shows its discs after a failure (R22)."""
    face_down = own.holding.stack[: view.board.mats[own.seat].face_down][::-1]
    discs = listed(["the skull" if disc is Disc.SKULL else "a flower" for disc in face_down])
    mat = "your mat" if cast.setup.tribes == 1 else f"your mat {seat_letter(own.seat)}"
    shows = {"": False, "n": False, "no": False, "show": True, "y": True, "yes": True}
    keys = (Key(ENTER, "keep that to yourself"), Key("show", "show it"))
    return Question(f"You may show what lies face down on {mat}: {discs}.", keys, shows)


def watch_question() -> Question[bool]:
    """Whether a person who is out wants to watch the rest."""
    keys = (Key(ENTER, "watch"), Key("end", "on to the result, without pauses"))
    text = "You are out of the game; the others play on."
    return Question(text, keys, {"": True, "end": False})


def _discs(own: OwnSeat, board: Board, cast: Cast, text: str) -> Question[Action]:
    answers = _answers(own, board, cast)
    return Question(text, _disc_keys(own), answers, about_discs=_no_such_disc(own))


def _add_or_challenge(own: OwnSeat, board: Board, cast: Cast) -> Question[Action]:
    text = "Your turn: add a disc or challenge."
    about_discs = _no_such_disc(own)
    if not own.holding.hand:
        text = "Your turn: your hand is empty, so you must challenge."
        about_discs = "Your hand is empty."
    keys = (*_disc_keys(own), Key(_range(1, board.total), "challenge"))
    about_numbers = _numbers("challenge", 1, board.total)
    return Question(text, keys, _answers(own, board, cast), about_numbers, about_discs)


def _raise_or_pass(own: OwnSeat, board: Board, cast: Cast) -> Question[Action]:
    lowest = board.bidding.number + 1 if board.bidding else 1
    keys = (Key(_range(lowest, board.total), "raise"), Key("p", "pass"))
    about_numbers = _numbers("raise", lowest, board.total)
    about_discs = "Nobody adds a disc once a challenge is open."
    text = "Your turn: raise or pass."
    return Question(text, keys, _answers(own, board, cast), about_numbers, about_discs)


def _flip(own: OwnSeat, board: Board, cast: Cast) -> Question[Action]:
    flips = board.attempt.flips if board.attempt else 0
    missing = (board.bidding.number if board.bidding else 0) - flips
    text = f"{capital(spelled_out(missing, 'more flower'))} to find. Whose top disc do you flip?"
    keys = []
    for action in own.legal:
        if isinstance(action, Flip):
            lying = board.mats[action.mat].height - board.mats[action.mat].flipped
            name = _name(action.mat, own, cast)
            keys.append(Key(seat_letter(action.mat), f"{name} ({lying} left)"))
    return Question(text, tuple(keys), _answers(own, board, cast))


def _pick(own: OwnSeat, board: Board, cast: Cast) -> Question[Action]:
    challenger = board.attempt.challenger if board.attempt else own.seat
    discs = board.mats[challenger].discs
    text = f"{capital(cast.whose(challenger))} discs lie face down before you. Take one, blind."
    keys: Keys = (Key(_range(1, discs), "take that one"),)
    if Show() in own.legal:
        keys += (Key("show", "show your own discs first"),)
    about_numbers = f"There {'is' if discs == 1 else 'are'} {spelled_out(discs, 'disc')} to take."
    return Question(text, keys, _answers(own, board, cast), about_numbers)


def _name_first(own: OwnSeat, board: Board, cast: Cast) -> Question[Action]:
    named = [action.seat for action in own.legal if isinstance(action, NameFirst)]
    keys = tuple(Key(seat_letter(seat), _name(seat, own, cast)) for seat in named)
    text = "Your own skull put you out. Who begins the next round?"
    return Question(text, keys, _answers(own, board, cast))


def _answers(own: OwnSeat, board: Board, cast: Cast) -> dict[str, Action]:
    return {word: action for action in own.legal for word in _words(board, action, cast)}


def _words(board: Board, action: Action, cast: Cast) -> list[str]:
    """The accepted answers for an action."""
    match action:
        case Place(disc=disc) | Discard(disc=disc):
            return ["s", "skull"] if disc is Disc.SKULL else ["f", "flower"]
        case Bid(number=number):
            return [str(number)]
        case Pass():
            return ["p", "pass", "-"]
        case Flip(mat=seat) | NameFirst(seat=seat):
            return [seat_letter(seat), *_called(seat, cast)]
        case Pick():
            challenger = board.attempt.challenger if board.attempt else 0
            return [str(number + 1) for number in range(board.mats[challenger].discs)]
        case Show():
            return ["show", "!"]


def _called(seat: Seat, cast: Cast) -> list[str]:
    """A seat's name as an answer; one letter alone is always a seat's letter."""
    name = cast.them(seat).lower()
    return [name] if len(name) > 1 else []


def _name(seat: Seat, own: OwnSeat, cast: Cast) -> str:
    if seat in cast.you:
        return "your mat" if seat == own.seat else "your other mat"
    return cast.label(seat).partition(" ")[2]


def _disc_keys(own: OwnSeat) -> Keys:
    discs = {action.disc for action in own.legal if isinstance(action, Place | Discard)}
    return tuple(Key(d.name[0].lower(), d.name.lower()) for d in Disc if d in discs)


def _no_such_disc(own: OwnSeat) -> str:
    discs = {action.disc for action in own.legal if isinstance(action, Place | Discard)}
    return f"You have no {'skull' if Disc.FLOWER in discs else 'flower'} to give."


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _numbers(what: str, first: int, last: int) -> str:
    if first == last:
        return f"The only {what} you can make is {first}."
    return f"A {what} is a number from {first} to {last}."
