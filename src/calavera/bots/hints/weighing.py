"""Which reasons matter for a decision, the weightiest first."""

from collections.abc import Iterator, Sequence
from typing import Final

from calavera.bots.hints.knowledge import Knowledge
from calavera.bots.hints.reason_codes import (
    Blind,
    Close,
    Forced,
    HintReason,
    LastDisc,
    LastInHand,
    Leader,
    MatchPoint,
    MustChallenge,
    NoDifference,
    NoSkull,
    OwnFlowers,
    OwnSkull,
    Reach,
    SecretLoss,
    SkullGone,
    SkullLeft,
    Solved,
    Speaks,
    Suspect,
    Trusted,
    UnseenStacks,
)
from calavera.rules import Action, Bid, Disc, Phase, Pick, Show

MOST_REASONS: Final = 3
CLOSE: Final = 1
"""Options whose chances to win differ by at most this many points count as equally good."""

NOTABLE: Final = 20
"""The least share of an option, and the least chance of a skull, that is worth a word."""


def reasons_for(
    knowledge: Knowledge, favourite: Action, rivals: Sequence[int | None], *, is_solved: bool
) -> tuple[HintReason, ...]:
    """At most three reasons; `rivals` are the win chances of the options with large shares."""
    legal = [action for action in knowledge.own.legal if not isinstance(action, Show)]
    if len(legal) == 1:
        return (Blind() if isinstance(legal[0], Pick) else Forced(),)
    found = [Solved()] if is_solved else []
    return tuple([*found, *_of_phase(knowledge, favourite), *_close(rivals)][:MOST_REASONS])


def _of_phase(knowledge: Knowledge, favourite: Action) -> Iterator[HintReason]:
    match knowledge.board.phase:
        case Phase.NAME_FIRST:
            yield NoDifference()
        case Phase.LOSE:
            yield SecretLoss()
            yield from _standing(knowledge)
        case Phase.FLIP:
            yield from _flipping(knowledge)
        case Phase.BID | Phase.ADD:
            yield from _speaking(knowledge, favourite)
        case _:
            yield from _standing(knowledge)
            yield from _skulls(knowledge)
            yield Speaks(knowledge.speaks_after)


def _flipping(knowledge: Knowledge) -> Iterator[HintReason]:
    board, risks = knowledge.board, knowledge.risks()
    bid = board.bidding.number if board.bidding else 0
    needed = bid - (board.attempt.flips if board.attempt else 0)
    if risks:
        yield Trusted(*risks[0])
    yield from _no_skull(knowledge)
    if len(risks) > 1 and risks[-1].chance > risks[0].chance:
        yield Suspect(*risks[-1])
    yield Reach(bid, needed, knowledge.reach(needed))


def _speaking(knowledge: Knowledge, favourite: Action) -> Iterator[HintReason]:
    board, own = knowledge.board, knowledge.own
    if board.phase is Phase.ADD and not own.holding.hand:
        yield MustChallenge()
    leader = board.bidding.bidder if board.bidding else None
    flowers, height = knowledge.flowers_on_top, len(own.holding.stack)
    if flowers < height:
        yield OwnSkull(flowers)
    else:
        bids = sorted(action.number for action in own.legal if isinstance(action, Bid))
        bid = favourite.number if isinstance(favourite, Bid) else next(iter(bids), 0)
        if bid > height:
            yield Reach(bid, bid - height, knowledge.reach(bid - height))
        elif bids:
            yield OwnFlowers(height)
    if leader in knowledge.others and board.mats[leader].wins:
        yield Leader(leader)
    if board.phase is Phase.ADD and len(own.holding.hand) == 1:
        yield LastInHand()
    yield from _no_skull(knowledge)
    if board.bidding:
        stacks = [seat for seat in knowledge.others if knowledge.face_down(seat)]
        bidders = sum(knowledge.has_bid(seat) for seat in stacks)
        yield UnseenStacks(len(stacks), bidders, board.bidding.number)
    risks = knowledge.risks()
    if len(risks) > 1 and risks[-1].chance >= NOTABLE:
        yield Suspect(*risks[-1])
    yield from _standing(knowledge)


def _standing(knowledge: Knowledge) -> Iterator[HintReason]:
    """How the seat in turn and the others stand."""
    mat, own = knowledge.board.mats[knowledge.own.seat], knowledge.own.holding
    if mat.wins:
        yield MatchPoint()
    if mat.discs == 1:
        yield LastDisc()
    leaders = [seat for seat in knowledge.others if knowledge.board.mats[seat].wins]
    if leaders and not (knowledge.board.bidding and knowledge.board.bidding.bidder in leaders):
        yield Leader(leaders[0])
    if Disc.SKULL not in own.discs:
        yield SkullGone()


def _skulls(knowledge: Knowledge) -> Iterator[HintReason]:
    """Who may have no skull any more."""
    yield from _no_skull(knowledge)
    chances = [(knowledge.has_skull(seat), seat) for seat in knowledge.others]
    uncertain = [(chance, seat) for chance, seat in chances if 0 < chance < 100]
    if uncertain:
        chance, seat = min(uncertain)
        yield SkullLeft(seat, chance)


def _no_skull(knowledge: Knowledge) -> Iterator[HintReason]:
    for seat in knowledge.others:
        if knowledge.has_skull(seat) == 0:
            yield NoSkull(seat)
            return


def _close(rivals: Sequence[int | None]) -> Iterator[HintReason]:
    if len(rivals) > 1 and rivals[0] is not None and rivals[1] is not None:
        difference = abs(rivals[0] - rivals[1])
        if difference <= CLOSE:
            yield Close(difference)
