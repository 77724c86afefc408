"""Key moments, grades and losses in words."""

from collections.abc import Iterator
from typing import Final

from calavera.review.model import Decision, Grade, Review
from calavera.review.moments import AllAlong, Blind, Bluff, Blunder, Moment, Raise, Read, Swing
from calavera.rules import Action, Bid, Disc, Discard, Flip, Pass, Place
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.sentences import spelled_out

GRADE_WORDS: Final = {
    Grade.BEST: "best",
    Grade.GOOD: "good",
    Grade.SLIP: "slip",
    Grade.MISTAKE: "mistake",
    Grade.BLUNDER: "blunder",
}


def moment_words(moment: Moment, cast: Cast) -> str:
    """A key moment in a sentence or two."""
    match moment:
        case Bluff(seat=seat, bid=bid, victim=victim, is_own_skull=is_own):
            end = "ran right into it" if is_own else "failed instead"
            return (
                f"The biggest bluff that worked: {cast.them(seat)} bid {bid} over"
                f" {cast.their(seat)} own skull, and {cast.them(victim)} {end}."
            )
        case Read(seat=seat, bid=bid, chance=chance, skulls=skulls):
            return (
                f"The best read: {cast.them(seat)} turned over {spelled_out(bid, 'flower')} past"
                f" {spelled_out(skulls, 'skull')}, at a chance of {percent(chance)}."
            )
        case Raise(seat=seat, bid=bid, loss=loss):
            return f"The worst bid: {cast.them(seat)} said {bid} and gave up {points(loss)}."
        case Blunder(seat=seat, loss=loss):
            return f"The costliest decision: {cast.them(seat)} gave up {points(loss)}."
        case Blind(seat=seat, taker=taker, disc=disc, change=change):
            what = "the skull" if disc is Disc.SKULL else "a flower"
            kind = "luckiest" if change > 0 else "unluckiest"
            return (
                f"The {kind} blind pick: {cast.them(taker)} took {what} from {cast.them(seat)}"
                f" ({signed(change)})."
            )
        case AllAlong(seat=seat, owner=owner, bid=bid):
            return (
                f"The skull was there all along: {cast.them(seat)} had {bid - 1} of {bid} and"
                f" turned over {cast.whose(owner)} skull."
            )
        case Swing(seat=seat, before=before, after=after):
            return (
                f"The turning point: {cast.them(seat)} went from {percent(before)} to"
                f" {percent(after)}."
            )


def deed(action: Action, cast: Cast) -> str:
    """A move in a word or two."""
    match action:
        case Place(disc=disc):
            return "the skull" if disc is Disc.SKULL else "a flower"
        case Bid(number=number):
            return f"bid {number}"
        case Pass():
            return "pass"
        case Flip(mat=mat):
            return f"flip {cast.whose(mat)} disc"
        case Discard(disc=disc):
            return "lose the skull" if disc is Disc.SKULL else "lose a flower"
        case _:
            return str(action)


def instead(decision: Decision, cast: Cast) -> str:
    """What the bot would have mixed, the three largest shares."""
    shares = [choice for choice in decision.choices if choice.share >= 0.005][:3]
    return ", ".join(f"{deed(choice.action, cast)} {percent(choice.share)}" for choice in shares)


def loss_words(decision: Decision) -> str:
    """The loss with its interval, or exact."""
    if decision.is_exact:
        return f"{100 * decision.loss:.1f} exact"
    return f"{100 * decision.loss:.1f} ({100 * decision.low:.0f}-{100 * decision.high:.0f})"


def costly(review: Review) -> Iterator[Decision]:
    """The decisions that were errors."""
    for decision in review.decisions:
        if decision.grade in (Grade.SLIP, Grade.MISTAKE, Grade.BLUNDER):
            yield decision


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def points(loss: float) -> str:
    """A loss in percentage points."""
    return f"{100 * loss:.1f} points"


def signed(change: float) -> str:
    rounded = round(100 * change, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"
