"""One table on several servers: each has it in memory, the journal decides."""

import random

import pytest

from calavera.protocol.commands import Say, Sit, Start
from calavera.protocol.facts import HostPassed, Played, Seated, StoodIn
from calavera.protocol.messages import Done, Frame, Presence, RefusedMessage
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.record.codec.json_text import read_json
from calavera.table.live.automation import AT_ONCE, GRACE, HOST_GRACE, Pace
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Conflict, Hosting, Stored
from calavera.table.live.queue import MOST_TRIES
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.views.finished import ListChanges
from tests.server.linear import check_history
from tests.table.doubles import Ear, Harness, MemoryJournal, SetAlarm


def stored(harness: Harness, entry: Entry) -> Entry:
    harness.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    return entry


def table() -> tuple[Harness, Ear]:
    harness = Harness(Settings(players=2))
    harness.rehost(is_shared=True)
    return harness, harness.connect("Ana")


def test_what_was_read_before_its_answer_came_happens_once() -> None:
    """The entry is durable, and arrives by catch-up before the journal's answer."""
    harness, ana = table()
    harness.journal.slow = True
    harness.live.submit(ana, Say("1", "once"))
    expected, body, *_ = harness.journal._waiting[0]
    harness.live.catch_up([ENTRY.decode(read_json(body))])
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "1"
    harness.journal.answer()
    assert (ana.version, harness.live.version, expected) == (2, 2, 1)


def test_repeated_version_conflicts_are_reported() -> None:
    harness, ana = table()
    harness.rehost(catch_up=lambda _: harness.live.caught_up())
    harness.journal.error = Conflict("KRTM")
    harness.live.submit(ana, Say("1", "me"))
    assert isinstance(ana.last, RefusedMessage)
    assert ana.last.reason is Reason.BUSY
    assert harness.live.is_idle
    assert MOST_TRIES > 1


@pytest.mark.parametrize("conflicts", [MOST_TRIES, MOST_TRIES + 1])
def test_a_command_survives_as_many_conflicts_as_it_has_tries(conflicts: int) -> None:
    harness, ana = table()
    harness.rehost(catch_up=lambda _: harness.live.caught_up())
    harness.journal.slow = True
    harness.live.submit(ana, Say("1", "me"))
    for _ in range(conflicts):
        assert harness.journal.waiting == 1
        harness.journal.error = Conflict("KRTM")
        harness.journal.answer()
    assert harness.journal.waiting == (conflicts == MOST_TRIES)
    assert isinstance(ana.last, RefusedMessage) is (conflicts > MOST_TRIES)


def test_nothing_is_refused_without_a_look_into_the_store() -> None:
    harness, ana = table()
    looks: list[int] = []
    harness.rehost(catch_up=lambda _: looks.append(1))
    harness.live.submit(ana, Start("1"))  # there is no other server here
    assert looks == [1]
    assert not [one for one in ana.messages if isinstance(one, RefusedMessage)]
    harness.live.submit(ana, Say("2", "after it"))
    assert harness.live.version == 1
    harness.live.caught_up()
    answers = [one for one in ana.messages if isinstance(one, RefusedMessage | Frame)]
    assert [type(one) for one in answers] == [RefusedMessage, Frame], "in the order of the commands"


def test_what_would_be_refused_fits_after_the_look() -> None:
    harness, ana = table()
    harness.done(ana, Sit("0", 0))
    harness.live.submit(ana, Start("1"))
    entry = Entry(None, None, harness.clock.now, (Seated(1, 1, (Tribe.RAYS,)),))
    harness.live.catch_up([stored(harness, entry)])
    harness.live.caught_up()
    assert type(ana.last) is RefusedMessage, "a chair is free still"
    harness.live.submit(ana, Sit("2", 1))
    harness.live.caught_up()
    assert ana.messages[-1] == Done("2", 3), "a command without effect catches up first, too"


# Presence.


def present(ear: Ear) -> tuple[int, ...]:
    return next(one.here for one in reversed(ear.messages) if isinstance(one, Presence))


def playing() -> tuple[Harness, Ear]:
    """Ana is connected here, Bo to another server, and it is everybody's turn."""
    harness = Harness(Settings(players=2), pace=Pace(10**9, 10**9, 10**9))
    ana, bo = harness.start(2)
    harness.live.detach(bo)
    harness.rehost(elsewhere=frozenset({2}))
    return harness, ana


def stood_in(harness: Harness) -> list[int]:
    return [
        fact.place
        for entry in harness.entries()
        for fact in entry.facts
        if isinstance(fact, StoodIn)
    ]


def test_a_member_at_another_server_is_present() -> None:
    harness, ana = playing()
    assert present(ana) == (1, 2)
    harness.pass_time(GRACE * 2)
    assert stood_in(harness) == []


def test_a_member_who_leaves_the_other_server_is_away_from_then_on() -> None:
    harness, ana = playing()
    harness.pass_time(GRACE)
    harness.rehost(elsewhere=frozenset())
    assert present(ana) == (1,)
    harness.pass_time(GRACE - 1)
    assert stood_in(harness) == []
    harness.pass_time(1)
    assert stood_in(harness) == [1]


def test_a_member_with_unknown_presence_is_not_away() -> None:
    """The bus is down: they may be connected to another server."""
    harness, _ = playing()
    harness.rehost(elsewhere=frozenset())
    harness.rehost(is_runner=True, sees_others=False)
    harness.pass_time(GRACE * 3)
    assert stood_in(harness) == []
    harness.rehost(is_runner=True, sees_others=True)
    harness.pass_time(GRACE - 1)
    assert stood_in(harness) == [], "the others had no time to report"
    harness.pass_time(1)
    assert stood_in(harness) == [1]


def test_nor_is_a_host() -> None:
    harness, _ana = table()
    bo = harness.connect("Bo")
    harness.done(bo, Sit("b", 1))
    harness.rehost(is_shared=False)
    harness.live.detach(_ana)
    harness.rehost(is_runner=True, sees_others=False)
    harness.pass_time(HOST_GRACE * 2)
    assert harness.live.table.host == 1
    harness.rehost(is_runner=True, sees_others=True)
    harness.pass_time(HOST_GRACE)
    assert isinstance(harness.entries()[-1].facts[0], HostPassed)


def test_a_member_that_this_server_has_not_heard_of_is_there_when_it_has() -> None:
    harness, ana = table()
    harness.rehost(elsewhere=frozenset({2}))
    assert harness.live.here() == (1,)
    twin = harness.reborn()
    bo = twin.connect("Bo")
    twin.done(bo, Sit("b", 1))
    harness.live.catch_up([stored(harness, twin.entries()[-1])])
    assert present(ana) == (1, 2)


# Leases.


def test_a_table_that_another_server_runs_waits() -> None:
    harness = Harness(Settings(players=2))
    ana = harness.connect("Ana")
    harness.bots(ana)
    harness.rehost(is_runner=False, sees_others=True)
    harness.done(ana, Start("s"))
    assert harness.alarm.at is None
    assert harness.thinker.thoughts == [], "its bots do not think either"
    harness.rehost(is_runner=True, sees_others=True)
    assert harness.wait()
    assert harness.live.version == len(harness.journal.entries)


class SharedJournal(MemoryJournal):
    """A journal that several servers write to: late appends conflict."""

    def answer(self) -> None:
        expected, entry, lists, done = self._waiting.pop(0)
        if expected == len(self.entries):
            self.entries.append(entry)
            self.summaries.append(lists.summary)
            done(None)
        else:
            done(Conflict("KRTM"))

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        self._waiting.append((expected, entry, lists, done))


def test_two_servers_that_run_one_table_play_one_game() -> None:
    """Both decide every move of every bot; the journal accepts one, and the other is not sent."""
    conflicts = 0
    for seed in range(8):
        rng = random.Random(seed)
        harness = Harness(Settings(players=3, showing=0), pace=AT_ONCE, seed=seed)
        ana = harness.connect("Ana")
        harness.bots(ana, "cautious")
        harness.done(ana, Start("s"))
        journal = SharedJournal()
        journal.entries = harness.journal.entries
        world = harness.world._replace(journal=journal)
        lives, ears = [], []
        for name in ("Ana", "Bo"):
            live = LiveTable(world, SetAlarm(), AT_ONCE, Hosting(is_shared=True))
            live.restore(harness.entries())
            ear = Ear(Caller(harness.identity(name), name))
            live.attach(ear, ear.caller, None)
            lives.append(live)
            ears.append(ear)
        for _ in range(4000):
            live = rng.choice(lives)
            deed = rng.randrange(3)
            if deed == 0:
                live.tick()
            elif deed == 1 and journal.waiting:
                late = journal._waiting[0][0] < len(journal.entries)
                conflicts += late
                journal.answer()
            else:
                news = journal.entries[live.version :]
                live.catch_up([ENTRY.decode(read_json(body)) for body in news])
                live.caught_up()
            game = live.table.game
            if game is not None and game.outcome is not None:
                break
        history = harness.entries()
        check_history(history)
        moves = [fact for entry in history for fact in entry.facts if isinstance(fact, Played)]
        assert len(moves) > 20
        for ear, live in zip(ears, lives, strict=True):
            told = [one.version for one in ear.messages if isinstance(one, Frame)]
            assert told == [*range(told[0], told[0] + len(told))]
            assert live.version <= len(history)
    assert conflicts > 20, "they hardly conflicted"
