"""Who may know what of an event: the one place where that is said."""

from typing import assert_never, get_args

from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    Event,
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
from calavera.rules.misuse import expect
from calavera.rules.model.seats import A_VIEWER, Viewer


def redact(event: Event, viewer: Viewer) -> SeenEvent:
    """The event as this viewer sees it. Every event is named: a new one must say who sees it."""
    try:
        own = viewer.seats
    except AttributeError:
        expect("viewer", viewer, Viewer, A_VIEWER)
        raise
    match event:
        case DiscPlaced(seat=seat):
            return event if seat in own else PlacementUnseen(seat)
        case DiscLost(seat=seat, taker=taker):
            return event if seat in own else LossUnseen(seat, taker)
        case DiscsShuffled(challenger=challenger):
            return ShuffleUnseen(challenger)
        case (
            RoundBegan()
            | BidMade()
            | SeatPassed()
            | AttemptBegan()
            | DiscFlipped()
            | AttemptSucceeded()
            | AttemptFailed()
            | DiscsShown()
            | SeatOut()
            | FirstNamed()
            | GameEnded()
        ):
            return event
        case _:
            expect("event", event, get_args(Event), "an event, as decide returns it")
            assert_never(event)
