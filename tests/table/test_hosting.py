"""What a table reports to its server: connections, events and durations."""

import logging

import pytest

from calavera.protocol.commands import Reshuffle, Say, Sit
from calavera.protocol.facts import Fact, Renamed
from calavera.protocol.messages import RefusedMessage
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import Settings
from calavera.table.live.automation import AT_ONCE
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Conflict
from calavera.table.logic.caller import Caller
from tests.table.doubles import Harness, SetAlarm


def test_the_server_is_told_when_other_members_are_connected() -> None:
    harness = Harness(Settings(players=3))
    told: list[str] = []
    harness.rehost(regrouped=told.append)
    ana = harness.connect("Ana")
    assert told == ["KRTM"]
    second = harness.connect("Ana")
    harness.live.detach(second)
    assert told == ["KRTM"], "another device changes nothing"
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    assert len(told) == 3, "a first spectator, then a member in their place"
    assert harness.live.audience.members_here == {1, 2}
    harness.done(ana, Sit("2", None))
    assert len(told) == 3
    harness.live.detach(bo)
    assert len(told) == 4
    assert harness.live.audience.members_here == {1}


class Meter:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.began: list[float] = []
        self.reasons: list[Reason] = []
        self._now = 0.0

    def now(self) -> float:
        self._now += 1
        return self._now

    def happened(self, began: float) -> None:
        self.began.append(began)

    def refused(self, reason: Reason) -> None:
        self.reasons.append(reason)


def measured() -> tuple[Harness, Meter]:
    harness, meter = Harness(Settings(players=3)), Meter()
    harness.world = harness.world._replace(meter=meter)
    harness.live = LiveTable(harness.world, SetAlarm(), AT_ONCE)
    harness.live.restore(harness.entries())
    return harness, meter


def test_commands_are_measured_from_their_arrival() -> None:
    harness, meter = measured()
    ana, watcher = harness.connect("Ana"), harness.connect("Watcher")
    harness.done(ana, Say("1", "one"))
    harness.do(watcher, Reshuffle("2"))
    harness.done(ana, Say("3", "three"))
    harness.live.enact(lambda *_: (Renamed(1, "Anna"),))
    assert meter.began == [1.0, 3.0, 4.0]
    assert meter.reasons == [Reason.NOT_AT_TABLE]


def test_what_is_nobody_s_command_is_refused_in_silence() -> None:
    harness, meter = measured()
    harness.journal.error = OSError("the disk is full")
    harness.live.enact(lambda *_: (Renamed(1, "Anna"),))
    assert (meter.began, meter.reasons) == ([], [])


def test_a_mistake_of_ours_is_logged_and_does_not_stop_the_table(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = Harness(Settings(players=3))
    ana = harness.connect("Ana")

    def broken(*_: object) -> tuple[Fact, ...]:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("calavera.table.live.coordinator.decide", broken)
        assert harness.do(ana, Say("1", "one")) == RefusedMessage("1", Reason.BUSY, "")
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("calavera.tables", logging.ERROR)
    assert record.getMessage() == "a command of table KRTM failed"
    assert record.exc_info is not None
    harness.done(ana, Say("1", "one"))


def test_a_command_that_cannot_be_stored_may_be_tried_again() -> None:
    harness = Harness(Settings(players=3))
    ana = harness.connect("Ana")
    harness.journal.error = OSError("the disk is full")
    assert harness.do(ana, Say("1", "one")) == RefusedMessage("1", Reason.BUSY, "try again")


def test_the_store_is_asked_for_this_table() -> None:
    harness = Harness(Settings(players=3))
    asked: list[str] = []
    harness.rehost(catch_up=asked.append)
    harness.journal.error = Conflict("KRTM")
    harness.live.submit(harness.connect("Ana"), Say("1", "one"))
    assert asked == ["KRTM"]
    assert not harness.live.is_idle


def test_a_client_may_ask_whether_a_command_was_done() -> None:
    harness = Harness(Settings(players=3))
    ana, watcher = harness.connect("Ana"), harness.connect("Watcher")
    harness.done(ana, Say("1", "one"))
    assert harness.live.is_done(ana, "1")
    assert not harness.live.is_done(ana, "2")
    assert not harness.live.is_done(watcher, "1")
    harness.live.detach(ana)
    assert not harness.live.is_done(ana, "1")


def test_a_new_name_is_taken_over_for_somebody_who_is_connected() -> None:
    harness = Harness(Settings(players=3))
    ana = harness.connect("Ana")
    harness.live.rename(Caller(harness.identity("Ana"), "Anna"))
    assert ana.room.members[0].name == "Anna"
    before = harness.live.version
    harness.live.detach(ana)
    harness.live.rename(Caller(harness.identity("Ana"), "Anne"))
    assert harness.live.version == before, "it is taken over when they connect"
