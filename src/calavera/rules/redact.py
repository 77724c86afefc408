"""Who may know what of an event: the one place where that is said."""

from typing import assert_never

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
from calavera.rules.seats import Viewer


def redact(event: Event, viewer: Viewer) -> SeenEvent:
    """The event as this viewer sees it. Every event is named: a new one must say who sees it."""
    match event:
        case DiscPlaced(seat=seat):
            return event if seat in viewer.seats else PlacementUnseen(seat)
        case DiscLost(seat=seat, taker=taker):
            return event if seat in viewer.seats else LossUnseen(seat, taker)
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
            assert_never(event)
