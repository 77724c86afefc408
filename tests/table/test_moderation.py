"""Members whom whoever runs the server sends away."""

from calavera.protocol.commands import Admit, Leave, Say, Stand
from calavera.protocol.facts import Emptied, HostPassed, Removed, StoodIn
from calavera.protocol.messages import ByeReason, Done
from calavera.protocol.settings import Settings
from calavera.table.logic.decide import STAND_IN, expelling
from tests.table.doubles import Ear, Harness

THREE = Settings(players=3)


def test_a_member_leaves_the_chair() -> None:
    harness = Harness(THREE)
    harness.people(2)
    assert expelling(harness.live.table, 2) == (Emptied(1), Removed(2))


def test_a_bot_plays_on_in_a_game() -> None:
    harness = Harness(THREE)
    _, bo, _ = harness.start(3)
    assert expelling(harness.live.table, 2) == (StoodIn(1, STAND_IN), Removed(2))
    harness.done(bo, Leave("1"))
    assert expelling(harness.live.table, 2) == (Removed(2),), "a bot plays already"


def test_a_host_is_succeeded_by_somebody_who_sits() -> None:
    harness = Harness(THREE)
    _, bo, _ = harness.people(3)
    harness.done(bo, Stand("1"))
    assert expelling(harness.live.table, 1) == (Emptied(0), HostPassed(3), Removed(1))


def test_or_by_somebody_who_does_not() -> None:
    harness = Harness(THREE)
    ears = harness.people(3)
    for ear in ears[1:]:
        harness.done(ear, Stand(harness.id()))
    harness.live.enact(lambda table, _: expelling(table, 2))
    assert expelling(harness.live.table, 1) == (Emptied(0), HostPassed(3), Removed(1))


def test_or_by_nobody() -> None:
    harness = Harness(THREE)
    harness.people(1)
    assert expelling(harness.live.table, 1) == (Emptied(0), Removed(1))


def test_nobody_is_sent_away_twice() -> None:
    harness = Harness(THREE)
    harness.people(2)
    harness.live.enact(lambda table, _: expelling(table, 2))
    assert expelling(harness.live.table, 2) == ()


def test_to_admit_members_who_were_not_sent_away_changes_nothing() -> None:
    harness = Harness(THREE)
    ana, _ = harness.people(2)
    for member in (1, 2):
        assert isinstance(harness.do(ana, Admit(harness.id(), member)), Done)


def test_people_who_may_not_use_the_server_lose_connections_and_screens() -> None:
    harness = Harness(THREE)
    ana, bo, cy = harness.people(3)
    screen = Ear(bo.caller)
    harness.live.attach(screen, bo.caller, None, watches=True)
    harness.live.expel({bo.caller.identity, cy.caller.identity})
    assert [ear.closed for ear in (ana, bo, screen, cy)] == [None, *[ByeReason.REMOVED] * 3]
    assert harness.live.here() == (1,)
    harness.done(ana, Say("1", "alone"))
