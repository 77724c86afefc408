"""A hint in words: what the strongest bot would consider, and why."""

from collections.abc import Iterator

from calavera.bots.hints import Considered, Hint, HintReason
from calavera.bots.hints import reason_codes as said
from calavera.rules import Action, Bid, Disc, Discard, Flip, NameFirst, Pass, Place
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.sentences import capital, spelled_out


def hint_lines(hint: Hint, cast: Cast) -> Iterator[str]:
    """The hint, a line for the mix and one for each reason."""
    mix = ", ".join(_option(option, cast) for option in hint.options)
    yield f"The strongest bot would {mix}."
    for reason in hint.reasons:
        yield f"  {_words(reason, cast)}"
    if hint.wins is not None:
        yield f"  It would win {hint.wins} % of such games if everybody played like it."


def _option(option: Considered, cast: Cast) -> str:
    return f"{_deed(option.action, cast)} ({option.share} %)"


def _deed(action: Action, cast: Cast) -> str:
    match action:
        case Place(disc=disc):
            return "place the skull" if disc is Disc.SKULL else "place a flower"
        case Bid(number=number):
            return f"bid {number}"
        case Pass():
            return "pass"
        case Flip(mat=mat):
            return f"flip {cast.whose(mat)} top disc"
        case Discard(disc=disc):
            return "lose the skull" if disc is Disc.SKULL else "lose a flower"
        case NameFirst(seat=seat):
            return f"name {cast.them(seat)}"
        case _:
            return "take any disc"


def _words(reason: HintReason, cast: Cast) -> str:  # noqa: C901, PLR0912  one for each
    match reason:
        case said.Forced():
            return "There is nothing else you can do."
        case said.Blind():
            return "The discs are shuffled: any of them will do."
        case said.NoDifference():
            return "You are out, so it makes no difference to you."
        case said.Solved():
            return "Only two are left: this part of the game is solved."
        case said.Close():
            return "The first two win about equally often."
        case said.OwnSkull(flowers=flowers):
            return _own_skull(flowers)
        case said.OwnFlowers(flowers=1):
            return "Your mat holds one flower and nothing else: a bid of 1 cannot fail."
        case said.OwnFlowers(flowers=flowers):
            return f"Your mat holds only flowers: a bid up to {flowers} cannot fail."
        case said.Reach(bid=bid, needed=1, chance=chance):
            return f"For {bid} you need one disc of another mat: a flower {chance} % of the time."
        case said.Reach(bid=bid, needed=needed, chance=chance):
            discs = spelled_out(needed, "disc")
            return f"For {bid} you need {discs} of other mats: only flowers {chance} % of the time."
        case said.Suspect(seat=seat, chance=chance):
            return f"A skull is likeliest on top of {cast.whose(seat)} stack: {chance} %."
        case said.Trusted(seat=seat, chance=chance):
            return f"{capital(cast.whose(seat))} top disc is the safest: a skull {chance} %."
        case said.UnseenStacks(stacks=stacks, bidders=bidders):
            return _unseen_stacks(stacks, bidders)
        case said.NoSkull(seat=seat):
            return f"{capital(cast.them(seat))} has no skull any more."
        case said.SkullLeft(seat=seat, chance=chance):
            return f"{capital(cast.them(seat))} lost discs, and still has the skull {chance} %."
        case said.Leader(seat=seat):
            return f"{capital(cast.them(seat))} has one success: another one wins the game."
        case said.MatchPoint():
            return "You have one success: another one wins the game."
        case said.LastDisc():
            return "It is your last disc: if you fail, you are out."
        case said.MustChallenge():
            return "Your hand is empty: you have to challenge."
        case said.LastInHand():
            return "It is the last disc in your hand: after it you must challenge."
        case said.Speaks(before=before):
            return f"You are number {before + 1} to speak this round."
        case said.SkullGone():
            return "Your skull is gone: nobody can fail on your mat."
        case said.SecretLoss():
            return "Nobody will learn which disc you lose."


def _own_skull(flowers: int) -> str:
    if flowers == 0:
        return "Your skull lies on top of your mat: any bid is a bluff."
    above = spelled_out(flowers, "flower")
    return f"Your skull lies under {above}: a bid above {flowers} is a bluff."


def _unseen_stacks(stacks: int, bidders: int) -> str:
    if stacks == 1:
        end = "who bid this round" if bidders else "who has not bid"
        return f"The one stack you have not seen belongs to a player {end}."
    whose = "belongs to a player" if bidders < 2 else "belong to players"
    how_many = {0: "None of the", 1: "One of the", stacks: "All"}.get(bidders, f"{bidders} of the")
    return f"{how_many} {stacks} stacks you have not seen {whose} who bid this round."
