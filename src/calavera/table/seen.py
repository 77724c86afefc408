"""Who is told what of a fact: the one place where that is said."""

from typing import assert_never

from calavera.rules import Viewer, redact
from calavera.table.dice import commitments
from calavera.table.facts import (
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBound,
    DiceBoundUnseen,
    Emptied,
    Fact,
    GameBegan,
    HostPassed,
    Joined,
    JoinedUnseen,
    Muted,
    Opened,
    Played,
    PlayedSeen,
    Readmitted,
    ReadySaid,
    Removed,
    Renamed,
    Reshuffled,
    Said,
    Seated,
    SeenFact,
    SettingsChanged,
    StoodIn,
    Taunted,
    TribesChosen,
)


def seen(fact: Fact, viewer: Viewer, muted: frozenset[int], players: int) -> SeenFact | None:
    """The fact as a viewer is told of it, or none where it is none of theirs.

    Every fact is named: a new one must say who sees it.
    """
    match fact:
        case Played(seat=seat, events=events):
            return PlayedSeen(seat, tuple([redact(event, viewer) for event in events]))
        case Joined(member=member, name=name):
            return JoinedUnseen(member, name)
        case DiceBound(master=master):
            return DiceBoundUnseen(commitments(master, players))
        case Muted():
            return None
        case Said(member=member) | Taunted(member=member):
            return None if member in muted else fact
        case (
            Opened()
            | Renamed()
            | Seated()
            | BotSeated()
            | Emptied()
            | Removed()
            | Readmitted()
            | TribesChosen()
            | ReadySaid()
            | SettingsChanged()
            | Reshuffled()
            | HostPassed()
            | GameBegan()
            | Declined()
            | StoodIn()
            | CameBack()
            | Closed()
        ):
            return fact
        case _:
            assert_never(fact)
