"""What each viewer is sent of a fact: the one place that decides it."""

from typing import assert_never

from calavera.protocol.facts import (
    BotDeclared,
    BotSaid,
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBound,
    DiceBoundUnseen,
    Emptied,
    Fact,
    GameBegan,
    Hinted,
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
from calavera.rules import Viewer, redact
from calavera.table.dice.draws import commitments


def seen(fact: Fact, viewer: Viewer, muted: frozenset[int], players: int) -> SeenFact | None:
    """The fact as a viewer sees it, or None if they are not sent it.

    Every fact is listed, so a new one has to state who sees it.
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
            | BotDeclared()
            | Renamed()
            | Seated()
            | BotSeated()
            | BotSaid()
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
            | Hinted()
            | StoodIn()
            | CameBack()
            | Closed()
        ):
            return fact
        case _:
            assert_never(fact)
