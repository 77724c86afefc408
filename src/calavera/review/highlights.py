"""Finds the key moments of a game."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from calavera.bots.network.tracker import Tracker
from calavera.bots.own_discs import sure_flowers
from calavera.review.accounts import luck_of
from calavera.review.chances.sight import reach, sight
from calavera.review.model import Curves, Decision
from calavera.review.moments import AllAlong, Blind, Bluff, Blunder, Moment, Raise, Read, Swing
from calavera.review.steps import Step
from calavera.rules import PUBLIC, Bid, Disc, Seat, Setup, redact
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    DiscLost,
)

NOTABLE: Final = 0.02
"""A loss or a change below this is no moment."""

UNLIKELY: Final = 0.6
"""A success that was at least this likely is no read."""


class _Attempt(NamedTuple):
    """An attempt as it began."""

    step: int
    seat: Seat
    bid: int
    chance: float  # how likely it succeeds, as its challenger sees it
    skulls: int  # of others, face down
    bluffs: tuple[tuple[int, Seat, int], ...]  # step, seat and number of each bid over a skull


def highlights(
    setup: Setup, steps: Sequence[Step], curves: Curves, decisions: Sequence[Decision]
) -> tuple[Moment, ...]:
    """The key moments, at most one of each kind, in the order of the game."""
    found = [
        *_attempts(setup, steps, curves),
        *_errors(decisions),
        *_blind(setup, steps, curves, decisions),
        *_swing(setup, steps, curves),
    ]
    return tuple(sorted(found, key=lambda moment: moment.step))


def _errors(decisions: Sequence[Decision]) -> Iterator[Moment]:
    """The worst raise, and the worst decision where that is another one."""
    errors = [decision for decision in decisions if decision.loss >= NOTABLE and decision.low > 0.0]
    raises = [decision for decision in errors if isinstance(decision.action, Bid)]
    worst = max(errors, key=lambda decision: decision.loss, default=None)
    for decision in sorted(raises, key=lambda decision: -decision.loss)[:1]:
        assert isinstance(decision.action, Bid)
        yield Raise(decision.step, decision.seat, decision.action.number, decision.loss)
        if decision is worst:
            return
    if worst is not None:
        yield Blunder(worst.step, worst.seat, worst.loss)


def _blind(
    setup: Setup, steps: Sequence[Step], curves: Curves, decisions: Sequence[Decision]
) -> Iterator[Moment]:
    by_step = {decision.step: decision for decision in decisions}
    found = []
    for step in steps[1:]:
        for event in step.events:
            if isinstance(event, DiscLost) and event.taker == step.seat != event.seat:
                loser = setup.owner(event.seat)
                luck = luck_of(setup, loser, step, curves.open, by_step.get(step.number))
                found.append(Blind(step.number, event.seat, event.taker, event.disc, luck))
    best = max(found, key=lambda moment: abs(moment.change), default=None)
    if best is not None and abs(best.change) >= NOTABLE:
        yield best


def _swing(setup: Setup, steps: Sequence[Step], curves: Curves) -> Iterator[Moment]:
    outcome = steps[-1].after.board.outcome
    assert outcome is not None
    winner, public = outcome.winner, curves.public
    # The last step makes the winner certain; the moment is what led there.
    rises = [(public[n][winner] - public[n - 1][winner], n) for n in range(1, len(public) - 1)]
    rise, step = max(rises, default=(0.0, 0))
    if rise >= NOTABLE:
        seat = setup.seats_of(winner)[0]
        yield Swing(step, seat, public[step - 1][winner], public[step][winner])


def _attempts(setup: Setup, steps: Sequence[Step], curves: Curves) -> Iterator[Moment]:
    """What the attempts tell: bluffs that worked, reads, and skulls at the last disc."""
    bluffs: list[tuple[float, Bluff]] = []
    reads: list[Read] = []
    late: list[AllAlong] = []
    attempt: _Attempt | None = None
    for step, begun in zip(steps[1:], _begun(setup, steps), strict=True):
        attempt = begun or attempt
        for event in step.events:
            if attempt is None:
                continue
            match event:
                case AttemptSucceeded() if attempt.chance < UNLIKELY and attempt.skulls:
                    reads.append(
                        Read(
                            attempt.step, attempt.seat, attempt.bid, attempt.chance, attempt.skulls
                        )
                    )
                case AttemptFailed(challenger=seat, skull=skull):
                    board = step.after.board
                    if board.attempt and board.attempt.flips == attempt.bid and skull != seat:
                        late.append(AllAlong(step.number, seat, skull, attempt.bid))
                    for number, bluffer, bid in attempt.bluffs:
                        if setup.owner(bluffer) == setup.owner(seat):
                            continue
                        player = setup.owner(bluffer)
                        gain = (
                            curves.public[step.number][player] - curves.public[number - 1][player]
                        )
                        told = Bluff(number, bluffer, bid, seat, skull == bluffer)
                        bluffs.append((gain + (skull == bluffer), told))
                case _:
                    pass
    yield from [bluff for _, bluff in sorted(bluffs, key=lambda pair: -pair[0])[:1]]
    yield from sorted(reads, key=lambda read: read.chance)[:1]
    yield from sorted(late, key=lambda moment: -moment.bid)[:1]


def _begun(setup: Setup, steps: Sequence[Step]) -> Iterator[_Attempt | None]:
    """For each step but the first, the attempt that begins with it."""
    tracker = Tracker(setup)
    bluffs: list[tuple[int, Seat, int]] = []
    for step in steps:
        found = None
        if isinstance(step.action, Bid) and step.seat is not None:
            holding = step.before.holdings[step.seat]
            if Disc.SKULL in holding.stack and sure_flowers(holding) < step.action.number:
                bluffs.append((step.number, step.seat, step.action.number))
        for event in step.events:
            tracker.take(redact(event, PUBLIC))
            if isinstance(event, AttemptBegan):
                found = _attempt(setup, step, event, tracker, tuple(bluffs))
                bluffs = []
        if step.number:
            yield found


def _attempt(
    setup: Setup,
    step: Step,
    event: AttemptBegan,
    tracker: Tracker,
    bluffs: tuple[tuple[int, Seat, int], ...],
) -> _Attempt:
    seat = event.challenger
    own = setup.seats_of(setup.owner(seat))
    seen = sight(tracker, step.after, own)
    skulls = [
        number
        for number, holding in enumerate(step.after.holdings)
        if number not in own and Disc.SKULL in holding.stack
    ]
    return _Attempt(step.number, seat, event.bid, reach(seen, seat, event.bid), len(skulls), bluffs)
