"""What happened, in sentences."""

from collections.abc import Sequence
from typing import Final, assert_never

from rich.style import Style
from rich.text import Text

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
from calavera.rules.board import is_own_skull
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
from calavera.terminal.cast import Cast
from calavera.terminal.theme import PLAIN, RED, sign

_NUMBERS: Final = ("no", "one", "two", "three", "four")


def tell(event: SeenEvent, before: Board, after: Board, cast: Cast) -> Text:
    """An event in a sentence or two, from the boards around it; no names but the cast's."""
    match event:
        case RoundBegan(first=first):
            return Text(f"{cast.does(first, 'begin')}.")
        case DiscPlaced(seat=seat, disc=disc):
            return _placed(before, seat, cast, _a(disc))
        case PlacementUnseen(seat=seat):
            return _placed(before, seat, cast, Text("a disc"))
        case BidMade(seat=seat, number=number):
            return Text(_bid(before, after, seat, number, cast))
        case SeatPassed(seat=seat):
            return Text(f"{_speaker(before, seat, cast)} {cast.verb(seat, 'pass')}.")
        case AttemptBegan(challenger=seat, bid=bid):
            return Text(_attempt(after, seat, bid, cast))
        case DiscFlipped():
            return Text(" ").join([flip_begun(event, cast), flip_seen(event, after)])
        case AttemptSucceeded(challenger=seat):
            return Text(_success(after, seat, cast))
        case AttemptFailed(challenger=seat, skull=skull):
            return _failure(after, seat, skull, cast)
        case ShuffleUnseen(challenger=seat):
            return _sentence(f"{cast.whose(seat)} discs are shuffled, face down.")
        case DiscLost(seat=seat, taker=taker, disc=disc):
            return _loss(after, seat, taker, cast, Text(": ").append_text(_a(disc)))
        case LossUnseen(seat=seat, taker=taker):
            return _loss(after, seat, taker, cast, Text())
        case DiscsShown(seat=seat, discs=discs):
            return _shown(seat, discs, cast)
        case SeatOut(seat=seat):
            return Text.assemble(
                f"{cast.subject(seat)} {cast.verb(seat, 'be')} ", ("out", RED), "."
            )
        case FirstNamed(seat=seat, first=first):
            return Text(f"{cast.does(seat, 'name')} {cast.them(first)} to begin.")
        case GameEnded(outcome=outcome):
            return Text(tell_outcome(outcome, cast))
        case _:
            assert_never(event)


def flip_begun(event: DiscFlipped, cast: Cast) -> Text:
    """The first half of a flip: whose disc it will be."""
    seat, mat = event.challenger, event.mat
    whose = f"{cast.their(seat)} own" if mat == seat else cast.whose(mat)
    return Text(f"{cast.does(seat, 'flip')} {whose} top disc …")


def flip_seen(event: DiscFlipped, after: Board) -> Text:
    """The second half: what everybody saw."""
    seen = Text.assemble((f"{sign(event.disc)} ", _style(event.disc))).append_text(_a(event.disc))
    if event.disc is Disc.SKULL or after.attempt is None or after.bidding is None:
        return seen.append(".")
    return seen.append(f", {after.attempt.flips} of {after.bidding.number}.")


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
    """The same at the start of a sentence."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str], last: str = "and") -> str:
    """Things side by side: 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things: 'three discs'."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"


def _placed(before: Board, seat: Seat, cast: Cast, what: Text) -> Text:
    verb = "add" if before.phase is Phase.ADD else "place"
    return Text(f"{cast.does(seat, verb)} ").append_text(what).append(".")


def _speaker(before: Board, seat: Seat, cast: Cast) -> str:
    """Who speaks; the second to do so is under the gun."""
    second = before.bidding is not None and len(before.bidding.spoke) == 1
    if second and under_the_gun(before) == seat:
        return f"{cast.subject(seat)}, under the gun,"
    return cast.subject(seat)


def _bid(before: Board, after: Board, seat: Seat, number: int, cast: Cast) -> str:
    verb = "open with" if before.bidding is None else "raise to"
    verb, _, preposition = verb.partition(" ")
    said = f"{_speaker(before, seat, cast)} {cast.verb(seat, verb)} {preposition} {number}"
    return f"{said}, a burn out: every disc on the table." if is_burn_out(after) else f"{said}."


def _attempt(after: Board, seat: Seat, bid: int, cast: Cast) -> str:
    need = f"{cast.does(seat, 'be')} the challenger and {cast.verb(seat, 'need')}"
    said = f"{need} {counted(bid, 'flower')}."
    cop = the_cop(after)
    if cop is None:
        return said
    return f"{said} {cast.does(cop, 'were')} the cop."


def _success(after: Board, seat: Seat, cast: Cast) -> str:
    if after.mats[seat].wins > 1:
        return f"{cast.does(seat, 'succeed')} for the second time."
    return f"{cast.does(seat, 'succeed')}: {cast.their(seat)} mat turns to its flower side."


def _failure(after: Board, seat: Seat, skull: Seat, cast: Cast) -> Text:
    if not is_own_skull(after):
        whose = cast.whose(skull)
    elif skull == seat:
        whose = f"{cast.their(seat)} own"
    else:
        whose = f"{cast.their(seat)} own other"
    return Text.assemble(f"{cast.does(seat, 'fail')} on {whose} ", ("skull", RED), ".")


def _loss(after: Board, seat: Seat, taker: Seat, cast: Cast, what: Text) -> Text:
    if taker == seat:
        told = Text(f"{cast.does(seat, 'choose')} the disc to lose, in secret")
    else:
        told = Text(f"{cast.does(taker, 'pick')} one of {cast.whose(seat)} discs blind")
    left = after.mats[seat].discs
    told.append_text(what).append(".")
    if left == 1:
        told.append(f" {cast.does(seat, 'be')} stoned: one disc left.")
    elif left:
        told.append(f" {capital(counted(left, 'disc'))} left.")
    return told


def _shown(seat: Seat, discs: tuple[Disc, ...], cast: Cast) -> Text:
    told = Text(f"{cast.does(seat, 'show')} what lay face down")
    told.append(", topmost first: " if len(discs) > 1 else ": ")
    faces = [Text(f"{sign(disc)} ", _style(disc)).append_text(_a(disc)) for disc in discs]
    return told.append_text(Text(", ").join(faces)).append(".")


def _a(disc: Disc) -> Text:
    return Text("the skull", RED) if disc is Disc.SKULL else Text("a flower")


def _style(disc: Disc) -> Style:
    return RED if disc is Disc.SKULL else PLAIN


def _sentence(text: str) -> Text:
    return Text(capital(text))
