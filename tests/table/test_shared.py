"""One table at several servers: each has it in memory, the journal says what happened."""

import random

from calavera.record.json_text import read_json
from calavera.table.automation import AT_ONCE, GRACE, HOST_GRACE, Pace
from calavera.table.caller import Caller
from calavera.table.commands import Say, Sit, Start
from calavera.table.entry import Entry
from calavera.table.facts import HostPassed, Played, Seated, StoodIn
from calavera.table.live import MOST_TRIES, LiveTable
from calavera.table.messages import Done, Frame, Presence, RefusedMessage
from calavera.table.ports import Conflict, Stored
from calavera.table.reasons import Reason
from calavera.table.settings import Settings
from calavera.table.shapes import ENTRY
from calavera.table.summary import Summary
from calavera.table.tribes import Tribe
from tests.server.linear import check_history
from tests.table.doubles import Ear, House, MemoryJournal, SetAlarm


def stored(house: House, entry: Entry) -> Entry:
    house.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    return entry


def table() -> tuple[House, Ear]:
    house = House(Settings(players=2))
    house.live.is_shared = True
    return house, house.connect("Ana")


def test_what_was_read_before_its_answer_came_happens_once() -> None:
    """The entry is durable, and another reads it to us before we are told so."""
    house, ana = table()
    house.journal.slow = True
    house.live.submit(ana, Say("1", "once"))
    expected, body, _summary, _done = house.journal._waiting[0]
    house.live.catch_up([ENTRY.decode(read_json(body))])
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "1"
    house.journal.answer()
    assert (ana.version, house.live.version, expected) == (2, 2, 1)


def test_who_comes_too_late_again_and_again_is_told_so() -> None:
    house, ana = table()
    house.live.behind = house.live.caught_up
    house.journal.error = Conflict("KRTM")
    house.live.submit(ana, Say("1", "me"))
    assert isinstance(ana.last, RefusedMessage)
    assert ana.last.reason is Reason.BUSY
    assert house.live.is_idle
    assert MOST_TRIES > 1


def test_nothing_is_refused_without_a_look_into_the_store() -> None:
    house, ana = table()
    looks: list[int] = []
    house.live.behind = lambda: looks.append(1)
    house.live.submit(ana, Start("1"))  # there is nobody else, here
    assert looks == [1]
    assert not [one for one in ana.messages if isinstance(one, RefusedMessage)]
    house.live.submit(ana, Say("2", "after it"))
    assert house.live.version == 1
    house.live.caught_up()
    answers = [one for one in ana.messages if isinstance(one, RefusedMessage | Frame)]
    assert [type(one) for one in answers] == [RefusedMessage, Frame], (
        "in the order of the questions"
    )


def test_what_would_be_refused_fits_after_the_look() -> None:
    house, ana = table()
    house.done(ana, Sit("0", 0))
    house.live.submit(ana, Start("1"))
    entry = Entry(None, None, house.clock.now, (Seated(1, 1, (Tribe.RAYS,)),))
    house.live.catch_up([stored(house, entry)])
    house.live.caught_up()
    assert type(ana.last) is RefusedMessage, "a chair is free still"
    house.live.submit(ana, Sit("2", 1))
    house.live.caught_up()
    assert ana.messages[-1] == Done("2", 3), "nothing to do: there is a look for that, too"


# Who is there.


def present(ear: Ear) -> tuple[int, ...]:
    return next(one.here for one in reversed(ear.messages) if isinstance(one, Presence))


def playing() -> tuple[House, Ear]:
    """Ana is connected here, Bo by another server, and it is anybody's turn."""
    house = House(Settings(players=2), pace=Pace(10**9, 10**9, 10**9))
    ana, bo = house.start(2)
    house.live.detach(bo)
    house.live.others_are(frozenset({2}))
    return house, ana


def stood_in(house: House) -> list[int]:
    return [
        fact.place for entry in house.entries() for fact in entry.facts if isinstance(fact, StoodIn)
    ]


def test_who_is_connected_by_another_server_is_there() -> None:
    house, ana = playing()
    assert present(ana) == (1, 2)
    house.pass_time(GRACE * 2)
    assert stood_in(house) == []


def test_who_leaves_the_other_server_is_away_from_then_on() -> None:
    house, ana = playing()
    house.pass_time(GRACE)
    house.live.others_are(frozenset())
    assert present(ana) == (1,)
    house.pass_time(GRACE - 1)
    assert stood_in(house) == []
    house.pass_time(1)
    assert stood_in(house) == [1]


def test_who_is_not_known_to_be_away_is_not_taken_for_it() -> None:
    """The bus is down: they may be connected by another server."""
    house, _ = playing()
    house.live.others_are(frozenset())
    house.live.share(runs=True, sees=False)
    house.pass_time(GRACE * 3)
    assert stood_in(house) == []
    house.live.share(runs=True, sees=True)
    house.pass_time(GRACE - 1)
    assert stood_in(house) == [], "the others had no time to tell"
    house.pass_time(1)
    assert stood_in(house) == [1]


def test_nor_is_a_host() -> None:
    house, _ana = table()
    bo = house.connect("Bo")
    house.done(bo, Sit("b", 1))
    house.live.is_shared = False
    house.live.detach(_ana)
    house.live.share(runs=True, sees=False)
    house.pass_time(HOST_GRACE * 2)
    assert house.live.table.host == 1
    house.live.share(runs=True, sees=True)
    house.pass_time(HOST_GRACE)
    assert isinstance(house.entries()[-1].facts[0], HostPassed)


def test_a_member_that_this_server_has_not_heard_of_is_there_when_it_has() -> None:
    house, ana = table()
    house.live.others_are(frozenset({2}))
    assert house.live.here() == (1,)
    twin = house.reborn()
    bo = twin.connect("Bo")
    twin.done(bo, Sit("b", 1))
    house.live.catch_up([stored(house, twin.entries()[-1])])
    assert present(ana) == (1, 2)


# Who runs it.


def test_a_table_that_another_server_runs_waits() -> None:
    house = House(Settings(players=2))
    ana = house.connect("Ana")
    house.bots(ana)
    house.live.share(runs=False, sees=True)
    house.done(ana, Start("s"))
    assert house.alarm.at is None
    assert house.thinker.thoughts == [], "not even its bots think"
    house.live.share(runs=True, sees=True)
    assert house.wait()
    assert house.live.version == len(house.journal.entries)


class SharedJournal(MemoryJournal):
    """A journal that several tables write to: who is late is refused."""

    def answer(self) -> None:
        expected, entry, summary, done = self._waiting.pop(0)
        if expected == len(self.entries):
            self.entries.append(entry)
            self.summaries.append(summary)
            done(None)
        else:
            done(Conflict("KRTM"))

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        self._waiting.append((expected, entry, summary, done))


def test_two_who_run_one_table_play_one_game() -> None:
    """Both decide every move of every bot; the journal takes one, and nobody hears of the other."""
    conflicts = 0
    for seed in range(8):
        rng = random.Random(seed)
        house = House(Settings(players=3, showing=0), pace=AT_ONCE, seed=seed)
        ana = house.connect("Ana")
        house.bots(ana, "cautious")
        house.done(ana, Start("s"))
        journal = SharedJournal()
        journal.entries = house.journal.entries
        world = house.world._replace(journal=journal)
        lives, ears = [], []
        for name in ("Ana", "Bo"):
            live = LiveTable(world, SetAlarm(), AT_ONCE)
            live.restore(house.entries())
            live.is_shared = True
            ear = Ear(Caller(house.identity(name), name))
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
        history = house.entries()
        check_history(history)
        moves = [fact for entry in history for fact in entry.facts if isinstance(fact, Played)]
        assert len(moves) > 20
        for ear, live in zip(ears, lives, strict=True):
            told = [one.version for one in ear.messages if isinstance(one, Frame)]
            assert told == [*range(told[0], told[0] + len(told))]
            assert live.version <= len(history)
    assert conflicts > 20, "they hardly met"
