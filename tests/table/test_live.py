"""One queue, one history: nobody is told before it is durable, nothing is played twice."""

import gc
import json
import random
import weakref

import pytest

from calavera.rules import Seat
from calavera.rules.actions import PLACES
from calavera.rules.discs import FLOWER
from calavera.rules.events import DiscPlaced
from calavera.table import live as live_table
from calavera.table.caller import Caller
from calavera.table.commands import Clear, PassHost, Reshuffle, Say, SayReady, Sit, Start
from calavera.table.entry import Entry
from calavera.table.facts import BotSeated, JoinedUnseen, Played, PlayedSeen, Renamed, Said, Seated
from calavera.table.live import MOST_WAITING, RETRY
from calavera.table.memory import MOST_MISSED, MOST_REMEMBERED
from calavera.table.messages import (
    ByeReason,
    Done,
    Frame,
    Presence,
    RefusedMessage,
    Welcome,
)
from calavera.table.ports import Conflict
from calavera.table.reasons import Reason, Refused
from calavera.table.settings import Settings
from calavera.table.shapes import ENTRY
from calavera.table.tribes import Tribe
from tests.table.doubles import Ear, House, beginning

A, B = Seat(0), Seat(1)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def ana(house: House) -> Ear:
    return house.connect("Ana")


def test_the_table_speaks_first(house: House, ana: Ear) -> None:
    (welcome,) = ana.messages
    assert isinstance(welcome, Welcome)
    assert welcome.version == 1
    assert welcome.you.host
    assert welcome.here == (1,)
    assert welcome.facts == ()
    assert welcome.game is None
    assert welcome.now == house.clock.now


def test_nobody_is_told_before_it_is_durable(house: House, ana: Ear) -> None:
    watcher = house.connect("Watcher")
    house.journal.slow = True
    before = len(ana.sent), len(watcher.sent), house.live.table, house.live.version
    house.live.submit(ana, Sit("1", 0))
    assert (len(ana.sent), len(watcher.sent), house.live.table, house.live.version) == before
    house.journal.answer()
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "1"
    assert isinstance(watcher.last, Frame)
    assert watcher.last.done is None
    assert ana.last.now == house.clock.now


def test_commands_stand_in_one_queue(house: House, ana: Ear) -> None:
    house.journal.slow = True
    for number in range(5):
        house.live.submit(ana, Say(f"s{number}", f"word {number}"))
        assert house.journal.waiting == 1
    for _ in range(5):
        house.journal.answer()
    said = [
        fact.text
        for message in ana.messages
        if isinstance(message, Frame)
        for fact in message.facts
        if isinstance(fact, Said)
    ]
    assert said == [f"word {number}" for number in range(5)]


def test_a_queue_that_is_too_long_refuses(house: House, ana: Ear) -> None:
    house.journal.slow = True
    for number in range(MOST_WAITING + 1):
        house.live.submit(ana, Say(f"s{number}", "again"))
    assert not [message for message in ana.messages if isinstance(message, RefusedMessage)]
    house.live.submit(ana, Say("more", "again"))
    assert ana.last == RefusedMessage("more", Reason.BUSY, "")


def test_what_cannot_be_stored_has_not_happened(house: House, ana: Ear) -> None:
    house.journal.error = OSError("the disk is full")
    before = house.live.table
    answer = house.do(ana, Sit("1", 0))
    assert isinstance(answer, RefusedMessage)
    assert answer.reason is Reason.BUSY
    assert "disk" not in answer.detail
    assert house.live.table is before
    house.journal.error = None
    house.done(ana, Sit("1", 0))  # the same id: it was not played


def test_what_happens_by_itself_is_tried_again_after_a_pause() -> None:
    house = House(Settings(players=2))
    ana = house.connect("Ana")
    house.bots(ana)
    house.done(ana, Start("s"))
    house.journal.error = OSError("the disk is full")
    house.wait()
    assert house.alarm.at == house.clock.now + RETRY
    house.journal.error = None
    before = house.live.version
    house.wait()
    assert house.live.version == before + 1


def test_somebody_elses_entry_is_caught_up_with(house: House, ana: Ear) -> None:
    called = []
    house.live.behind = lambda: called.append(1)
    house.journal.error = Conflict("KRTM")
    house.live.submit(ana, Sit("1", 0))
    house.live.submit(ana, Say("2", "let me"))
    assert (called, house.journal.waiting, ana.version) == ([1], 0, 1), (
        "it waits for the others' news"
    )
    house.journal.error = None
    entry = Entry(1, "0", house.clock.now, (Seated(1, 3, (Tribe.RAYS,)),))
    house.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    house.live.catch_up([entry])
    house.live.caught_up()
    assert [one.done for one in ana.messages if isinstance(one, Frame)] == ["0", "1", "2"]
    assert ana.you.place == 0


def test_what_others_did_may_be_the_outcome_of_a_command(house: House, ana: Ear) -> None:
    entry = Entry(1, "0", house.clock.now, (Seated(1, 3, (Tribe.RAYS,)),))
    house.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    house.live.catch_up([entry])
    assert ana.you.place == 3
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "0", "it may be the outcome of a command sent to the other program"
    assert house.do(ana, Sit("0", 1)) == Done("0", 2)


def test_a_repeated_id_is_played_once(house: House, ana: Ear) -> None:
    frame = house.done(ana, Say("1", "once"))
    assert house.do(ana, Say("1", "once")) == Done("1", frame.version)
    assert house.live.version == frame.version
    bo = house.connect("Bo")
    house.done(bo, Sit("1", None))  # another one's id is another id


def test_an_id_stands_for_its_first_command_that_changed_something(house: House, ana: Ear) -> None:
    assert house.refused(ana, Sit("1", 99)) is Reason.BAD_MESSAGE
    assert isinstance(house.do(ana, PassHost("1", 1)), Done)  # she is the host
    frame = house.done(ana, Say("1", "first"))
    assert house.do(ana, Say("1", "another")) == Done("1", frame.version)
    assert house.live.version == frame.version


def test_a_repeated_id_is_played_once_while_the_first_is_on_its_way(house: House, ana: Ear) -> None:
    house.journal.slow = True
    house.live.submit(ana, Say("1", "once"))
    house.live.submit(ana, Say("1", "once"))
    house.journal.answer()
    assert house.journal.waiting == 0
    assert ana.last == Done("1", 2)


def test_a_repeated_id_is_played_once_after_a_restart() -> None:
    house, ears = beginning(3, Settings(players=3))
    command = house.act(ears[0], A, PLACES[FLOWER])
    frame = house.done(ears[0], command)
    twin = house.reborn()
    again = twin.connect("Ana")
    assert twin.do(again, command) == Done(command.id, frame.version)
    assert twin.live.table == house.live.table


def test_an_id_that_is_forgotten_is_still_an_old_decision() -> None:
    house, ears = beginning(3, Settings(players=3))
    command = house.act(ears[0], A, PLACES[FLOWER])
    house.done(ears[0], command)
    for _ in range(MOST_REMEMBERED):
        house.done(ears[1], Say(house.id(), "la"))
    assert isinstance(house.do(ears[0], command), Done)  # others make nobody's forgotten
    for _ in range(MOST_REMEMBERED):
        house.done(ears[0], Say(house.id(), "la"))
    assert house.refused(ears[0], command) is Reason.STALE


def test_a_newcomer_who_asks_again_sits_once(house: House, ana: Ear) -> None:
    bo = house.connect("Bo")
    frame = house.done(bo, Sit("1", 2))
    house.live.detach(bo)
    bo = house.connect("Bo", since=1)
    assert house.do(bo, Sit("1", 2)) == Done("1", frame.version)


def test_two_newcomers_who_ask_at_once_are_two_people(house: House, ana: Ear) -> None:
    bo, cy = house.connect("Bo"), house.connect("Cy")
    house.journal.slow = True
    house.live.submit(bo, Sit("1", None))
    house.live.submit(cy, Sit("1", None))
    house.journal.answer()
    house.journal.answer()
    assert (bo.you.member, cy.you.member) == (2, 3)
    assert (bo.you.place, cy.you.place) == (0, 1)
    done = [message.done for message in cy.messages if isinstance(message, Frame)]
    assert done == [None, "1"]
    assert [entry.by for entry in house.entries()] == [None, 2, 3]


def test_presence(house: House, ana: Ear) -> None:
    bo = house.connect("Bo")
    assert len(ana.sent) == 1, "who only watches is nobody's business"
    house.done(bo, Sit("1", None))
    assert Presence((1, 2)) in ana.messages
    second = house.connect("Bo")
    house.live.detach(second)
    before = len(ana.sent)
    house.live.detach(bo)
    assert ana.last == Presence((1,))
    assert len(ana.sent) == before + 1
    house.connect("Bo")
    assert ana.last == Presence((1, 2))
    house.live.detach(bo)  # again: nothing happens
    assert house.live.here() == (1, 2)


def test_a_new_name_is_told(house: House, ana: Ear) -> None:
    caller = Caller("identity-Ana", "Ana Maria")
    again = Ear(caller)
    house.live.attach(again, caller, None)
    assert isinstance(ana.last, Frame)
    assert ana.last.facts == (Renamed(1, "Ana Maria"),)
    assert again.room.members[0].name == "Ana Maria"


def test_all_devices_of_somebody_see_the_same(house: House, ana: Ear) -> None:
    other = house.connect("Ana")
    house.done(ana, Sit("1", 1))
    assert other.sent[-1] == ana.sent[-1]
    house.done(other, SayReady("2", True, ""))
    assert other.sent[-1] == ana.sent[-1]


def test_who_was_away_is_told_what_happened(house: House, ana: Ear) -> None:
    bo = house.connect("Bo")
    house.done(bo, Sit("1", None))
    house.live.detach(bo)
    house.done(ana, Say("1", "one"))
    house.done(ana, Say("2", "two"))
    back = house.connect("Bo", since=2).messages[0]
    assert isinstance(back, Welcome)
    assert back.facts == (Said(1, "one"), Said(1, "two"))
    for since in (None, back.version, 99):
        welcome = house.connect("Bo", since=since).messages[0]
        assert isinstance(welcome, Welcome)
        assert welcome.facts == ()


def test_who_missed_too_much_looks_at_the_rest(house: House, ana: Ear) -> None:
    for number in range(MOST_MISSED + 1):
        house.done(ana, Say(f"s{number}", "la"))
    for since, told in ((1, 0), (2, MOST_MISSED), (100, MOST_MISSED - 98)):
        welcome = house.connect("Bo", since=since).messages[0]
        assert isinstance(welcome, Welcome)
        assert len(welcome.facts) == told


def test_what_was_missed_is_what_the_frames_told() -> None:
    house, ears = beginning(3, Settings(players=3))
    since = house.live.version
    house.say(ears, "aF bS cF a2 b- c- a>a a>b")
    for ear in ears:
        welcome = house.connect(ear.caller.name, since=since).messages[0]
        assert isinstance(welcome, Welcome)
        told = [
            fact
            for message in ear.messages
            if isinstance(message, Frame) and message.version > since
            for fact in message.facts
        ]
        assert list(welcome.facts) == told


def test_after_a_rematch_the_old_game_is_not_told_with_new_seats() -> None:
    house = House(Settings(players=3), seed=1)
    ears = house.start(3)
    house.play_out(ears, random.Random(1))
    in_the_old_game = house.live.version - 5
    gathering = house.live.version
    before_seats = [ear.you.seats for ear in ears]
    while ears[1].you.place == 1:
        house.done(ears[0], Reshuffle(house.id()))
    welcome = house.connect("Bo", since=in_the_old_game).messages[0]
    assert isinstance(welcome, Welcome)
    assert welcome.you.seats == before_seats[1], "the old game is still seen with the old seats"
    assert _placed(welcome) <= set(before_seats[1])
    for ear in ears:
        house.done(ear, SayReady(house.id(), True, ""))
    house.done(ears[0], Start(house.id()))
    for since in (in_the_old_game, gathering):
        for live in (house.live, house.restarted()):
            ear = Ear(ears[1].caller)
            live.attach(ear, ear.caller, since)
            welcome = ear.messages[0]
            assert isinstance(welcome, Welcome)
            assert welcome.facts == ()
    began = house.connect("Bo", since=house.live.version - 1).messages[0]
    assert isinstance(began, Welcome)
    assert len(began.facts) == 2


def _placed(welcome: Welcome) -> set[int]:
    return {
        event.seat
        for fact in welcome.facts
        if isinstance(fact, PlayedSeen)
        for event in fact.events
        if isinstance(event, DiscPlaced)
    }


def test_where_nobody_may_watch() -> None:
    house = House(Settings(players=2, spectators=False))
    early = house.connect("Early")  # may have come to sit down
    ears = house.start(2)
    assert early.closed is ByeReason.NO_SPECTATORS
    assert b"game-began" not in b"".join(early.sent)
    with pytest.raises(Refused) as refused:
        house.connect("Late")
    assert refused.value.reason is Reason.NO_SPECTATORS
    assert house.connect("Bo").you.seats == (B,)
    house.play_out(ears, random.Random(1))
    house.connect("Late")


def test_goodbye(house: House, ana: Ear) -> None:
    bo = house.connect("Bo")
    house.live.dismiss(ByeReason.STOPPING)
    assert ana.closed is bo.closed is ByeReason.STOPPING
    assert house.live.is_empty
    assert house.live.is_idle
    house.live.submit(ana, Sit("1", 0))  # who is not connected asks for nothing
    assert house.live.version == 1


def test_who_was_sent_away_asks_elsewhere_and_not_here_any_more(house: House, ana: Ear) -> None:
    """Somebody else wrote first, and the sender may have been refused by another server since."""
    called = []
    house.live.behind = lambda: called.append(1)
    house.journal.slow, house.journal.error = True, Conflict("KRTM")
    house.live.submit(ana, Sit("1", 0))
    house.live.submit(ana, Say("2", "let me"))
    house.live.dismiss(ByeReason.STOPPING)
    house.journal.answer()
    assert (house.journal.waiting, called, house.live.is_idle) == (0, [], True)


def test_what_was_on_its_way_when_all_were_sent_away_has_happened(house: House, ana: Ear) -> None:
    house.journal.slow = True
    house.live.submit(ana, Sit("1", 0))
    house.live.dismiss(ByeReason.STOPPING)
    house.journal.answer()
    assert house.live.version == 2
    assert house.do(house.connect("Ana"), Sit("1", 0)) == Done("1", 2)


def test_an_alarm_that_rings_too_late_does_nothing() -> None:
    house, ears = beginning(3, Settings(players=3))
    house.clock.now += 300_000
    house.journal.slow = True
    house.live.submit(ears[0], house.act(ears[0], A, PLACES[FLOWER]))
    house.live.tick()
    assert house.alarm.at is None
    house.journal.answer()
    assert not house.live.table.is_by_bot(0)


def test_lists_of_tables_are_told_what_changed(house: House, ana: Ear) -> None:
    house.done(ana, Sit("1", 0))
    summary = house.journal.summaries[-1]
    assert summary is not None
    assert (summary.host, summary.people, summary.bots, summary.number) == ("Ana", 1, 0, 0)
    house.bots(ana)
    house.done(ana, Start("2"))
    summary = house.journal.summaries[-1]
    assert summary is not None
    assert (summary.people, summary.bots, summary.number) == (1, 3, 1)
    house.done(ana, house.act(ana, A, PLACES[FLOWER]))
    assert house.journal.summaries[-1] is None, "a move changes nothing there"


def test_who_joins_is_told_without_their_identity(house: House, ana: Ear) -> None:
    bo = house.connect("Bo")
    frame = house.done(bo, Sit("1", None))
    assert JoinedUnseen(2, "Bo") in frame.facts
    everything = b"".join([*ana.sent, *bo.sent])
    assert b"identity" not in everything


def test_history_is_stored_with_all_secrets() -> None:
    house, ears = beginning(3, Settings(players=3))
    house.say(ears, "aF")
    entry = house.entries()[-1]
    (played,) = entry.facts
    assert isinstance(played, Played)
    stored = json.loads(house.journal.entries[-1])
    assert stored["facts"][0]["events"][0]["disc"] == "F"


def test_who_is_removed_takes_their_screens_along(house: House) -> None:
    ana, bo = house.people(2)
    screen, others = Ear(bo.caller), Ear(ana.caller)
    house.live.attach(screen, bo.caller, None, watches=True)
    house.live.attach(others, ana.caller, None, watches=True)
    house.done(ana, Clear(house.id(), 1))
    assert bo.closed is screen.closed is ByeReason.REMOVED
    assert others.closed is None
    assert house.live.audience.by_member[0] == [others]


def test_after_a_long_history_a_game_comes_to_its_end_and_no_other_begins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = house.start(2, bots=True)
    monkeypatch.setattr(live_table, "LONGEST_HISTORY", house.live.version)
    assert house.refused(ana, Say(house.id(), "one more word")) is Reason.CLOSED
    house.done(ana, house.act(ana, *ana.moves()[0]))


def test_a_bot_that_only_a_newer_server_knows_is_played_all_the_same() -> None:
    unknown = BotSeated(1, "of-tomorrow", (Tribe("waves"),))
    house = House(Settings(players=2), facts=[unknown])
    (ana,) = house.people(1)
    house.done(ana, Start(house.id()))
    for _ in range(10):
        house.wait()
    assert house.live.table.game is not None
    assert house.live.table.game.decisions[B] > 0


def test_a_table_that_falls_asleep_is_freed_without_a_search() -> None:
    house = House()
    house.start(1, bots=True)
    for ear in house._ears():
        house.live.detach(ear)
    left = weakref.ref(house.live)
    gc.disable()
    try:
        house.live.fall_asleep()
        del house.live
        assert left() is None
    finally:
        gc.enable()
