"""Events as sentences."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.text import Text

from calavera.console.wording import counted, noun
from calavera.rules import (
    Board,
    Disc,
    Ending,
    Outcome,
    Phase,
    Seat,
    is_burn_out,
    the_cop,
    under_the_gun,
)
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    FirstNamed,
    GameEnded,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatOut,
    SeatPassed,
    SeenEvent,
    ShuffleUnseen,
)
from calavera.rules.model.queries import is_own_skull
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.theme import RED, sign

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def tell(event: SeenEvent, before: Board, after: Board, cast: Cast) -> Text:
    """An event in a sentence or two, from the boards before and after it."""
    return _SENTENCES[type(event)](event, before, after, cast)


def flip_begun(event: DiscFlipped, cast: Cast) -> Text:
    """The first half of a flip: whose disc it is."""
    seat, mat = event.challenger, event.mat
    whose = f"{cast.their(seat)} own" if mat == seat else cast.whose(mat)
    return Text(f"{cast.does(seat, 'flip')} {whose} top disc ...")


def flip_seen(event: DiscFlipped, after: Board) -> Text:
    """The second half of a flip: what everybody saw."""
    if event.disc is Disc.SKULL or after.attempt is None or after.bidding is None:
        return Text(f"{sign(event.disc)} skull!", RED)
    return Text(f"{sign(event.disc)} flower ({after.attempt.flips}/{after.bidding.number})")


def tell_outcome(outcome: Outcome, cast: Cast) -> str:
    """Who won and how."""
    if outcome.ending is Ending.SECOND_SUCCESS:
        return f"{cast.does(outcome.seat, 'win')} with a second success."
    winner = cast.player(outcome.winner)
    return f"{winner} {cast.verb(outcome.seat, 'win')}: everybody else is out."


def tell_due(board: Board, cast: Cast) -> str:
    """What the game is waiting for."""
    if not board.turn:
        return "The first player is to be drawn."
    seat = board.turn[0]
    if board.phase is Phase.PLACE:
        verb = "has" if len(board.turn) == 1 and seat not in cast.you else "have"
        return (
            f"{capital(listed([cast.them(seat) for seat in board.turn]))} {verb} a disc to place."
        )
    due = {
        Phase.ADD: "to add a disc or challenge",
        Phase.BID: "to raise or pass",
        Phase.FLIP: "to flip a disc",
        Phase.LOSE: "to choose the disc to lose" if is_own_skull(board) else "to pick a disc blind",
        Phase.NAME_FIRST: "to name who begins",
    }
    return f"{cast.does(seat, 'be')} {due[board.phase]}."


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str], last: str = "and") -> str:
    """Items as a list in prose: 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def spelled_out(number: int, one: str) -> str:
    """A small number in words, with its noun: 'three discs'."""
    return (
        f"{_NUMBERS[number]} {noun(number, one)}"
        if number < len(_NUMBERS)
        else counted(number, one)
    )


def _round(event: RoundBegan, _before: Board, _after: Board, cast: Cast) -> Text:
    return Text(f"{cast.does(event.first, 'begin')}.")


def _placed(event: DiscPlaced, before: Board, _after: Board, cast: Cast) -> Text:
    return _place(event.seat, before, cast).append_text(_a(event.disc)).append(".")


def _placed_unseen(event: PlacementUnseen, before: Board, _after: Board, cast: Cast) -> Text:
    return _place(event.seat, before, cast).append("a disc.")


def _place(seat: Seat, before: Board, cast: Cast) -> Text:
    return Text(f"{cast.does(seat, 'add' if before.phase is Phase.ADD else 'place')} ")


def _bid(event: BidMade, before: Board, after: Board, cast: Cast) -> Text:
    seat, number = event.seat, event.number
    verb = f"{cast.verb(seat, 'raise')} to" if before.bidding else f"{cast.verb(seat, 'open')} with"
    end = ", a burn out: every disc on the table." if is_burn_out(after) else "."
    return Text(f"{_speaker(before, seat, cast)} {verb} {number}{end}")


def _passed(event: SeatPassed, before: Board, _after: Board, cast: Cast) -> Text:
    return Text(f"{_speaker(before, event.seat, cast)} {cast.verb(event.seat, 'pass')}.")


def _speaker(before: Board, seat: Seat, cast: Cast) -> str:
    """The seat that bids or passes; the second to do so is under the gun."""
    second = before.bidding is not None and len(before.bidding.spoke) == 1
    if second and under_the_gun(before) == seat:
        return f"{cast.subject(seat)}, under the gun,"
    return cast.subject(seat)


def _attempt(event: AttemptBegan, _before: Board, after: Board, cast: Cast) -> Text:
    seat, cop = event.challenger, the_cop(after)
    told = Text(f"{cast.does(seat, 'be')} the challenger and {cast.verb(seat, 'need')}")
    told.append(f" {spelled_out(event.bid, 'flower')}.")
    return told if cop is None else told.append(f" {cast.does(cop, 'were')} the cop.")


def _flipped(event: DiscFlipped, _before: Board, after: Board, cast: Cast) -> Text:
    return Text(" ").join([flip_begun(event, cast), flip_seen(event, after)])


def _success(event: AttemptSucceeded, _before: Board, after: Board, cast: Cast) -> Text:
    seat = event.challenger
    if after.mats[seat].wins > 1:
        return Text(f"{cast.does(seat, 'succeed')} for the second time.")
    return Text(f"{cast.does(seat, 'succeed')}: {cast.their(seat)} mat turns to its flower side.")


def _failure(event: AttemptFailed, _before: Board, after: Board, cast: Cast) -> Text:
    seat = event.challenger
    told = Text(f"{cast.does(seat, 'fail')} on ")
    if not is_own_skull(after):
        return told.append(f"{cast.whose(event.skull)} ").append("skull", RED).append(".")
    told.append(f"{cast.their(seat)} own ").append("skull", RED)
    return told.append("." if event.skull == seat else f", on {cast.their(seat)} other mat.")


def _shuffled(event: ShuffleUnseen, _before: Board, _after: Board, cast: Cast) -> Text:
    return Text(f"{capital(cast.whose(event.challenger))} discs are shuffled, face down.")


def _lost(event: DiscLost, _before: Board, after: Board, cast: Cast) -> Text:
    told = _loss(event.seat, event.taker, cast).append(": ").append_text(_a(event.disc))
    return told.append(_left(event.seat, after, cast))


def _lost_unseen(event: LossUnseen, _before: Board, after: Board, cast: Cast) -> Text:
    return _loss(event.seat, event.taker, cast).append(_left(event.seat, after, cast))


def _loss(seat: Seat, taker: Seat, cast: Cast) -> Text:
    if taker == seat:
        return Text(f"{cast.does(seat, 'choose')} the disc to lose, in secret")
    return Text(f"{cast.does(taker, 'pick')} one of {cast.whose(seat)} discs blind")


def _left(seat: Seat, after: Board, cast: Cast) -> str:
    left = after.mats[seat].discs
    if left == 1:
        return f". {cast.does(seat, 'be')} stoned: one disc left."
    return f". {capital(spelled_out(left, 'disc'))} left." if left else "."


def _shown(event: DiscsShown, _before: Board, _after: Board, cast: Cast) -> Text:
    told = Text(f"{cast.does(event.seat, 'show')} what lay face down")
    told.append(", topmost first: " if len(event.discs) > 1 else ": ")
    faces = [Text(f"{sign(disc)} ").append_text(_a(disc)) for disc in event.discs]
    return told.append_text(Text(", ").join(faces)).append(".")


def _out(event: SeatOut, _before: Board, _after: Board, cast: Cast) -> Text:
    return Text.assemble(f"{cast.does(event.seat, 'be')} ", ("out", RED), ".")


def _named(event: FirstNamed, _before: Board, _after: Board, cast: Cast) -> Text:
    seat, first = event.seat, event.first
    own = cast.setup.owner(seat) == cast.setup.owner(first)
    named = f"{cast.their(seat)} other mat" if own else cast.them(first)
    return Text(f"{cast.does(seat, 'name')} {named} to begin.")


def _ended(event: GameEnded, _before: Board, _after: Board, cast: Cast) -> Text:
    return Text(tell_outcome(event.outcome, cast))


def _a(disc: Disc) -> Text:
    return Text("the skull", RED) if disc is Disc.SKULL else Text("a flower")


# A table as in `rules.advance`; a test checks that no event is missing.
_SENTENCES: Final[dict[type[SeenEvent], Callable[[Any, Board, Board, Cast], Text]]] = {
    RoundBegan: _round,
    DiscPlaced: _placed,
    PlacementUnseen: _placed_unseen,
    BidMade: _bid,
    SeatPassed: _passed,
    AttemptBegan: _attempt,
    DiscFlipped: _flipped,
    AttemptSucceeded: _success,
    AttemptFailed: _failure,
    ShuffleUnseen: _shuffled,
    DiscLost: _lost,
    LossUnseen: _lost_unseen,
    DiscsShown: _shown,
    SeatOut: _out,
    FirstNamed: _named,
    GameEnded: _ended,
}
