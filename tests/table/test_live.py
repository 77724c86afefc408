"""One queue, one history: nothing is sent before it is durable, nothing is played twice."""

import gc
import json
import random
import weakref

import pytest

from calavera.protocol.commands import Clear, PassHost, Reshuffle, Say, SayReady, Sit, Start
from calavera.protocol.facts import (
    BotSeated,
    JoinedUnseen,
    Played,
    PlayedSeen,
    Renamed,
    Said,
    Seated,
)
from calavera.protocol.messages import ByeReason, Done, Frame, Presence, RefusedMessage, Welcome
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.rules import Seat
from calavera.rules.actions import PLACES
from calavera.rules.events import DiscPlaced
from calavera.rules.model.discs import FLOWER
from calavera.table.live import coordinator as live_table
from calavera.table.live.ports import Conflict
from calavera.table.live.queue import MOST_REMEMBERED, MOST_WAITING, RETRY
from calavera.table.live.recent_facts import MOST_MISSED
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY, Entry
from tests.table.doubles import Ear, Harness, beginning

A, B = Seat(0), Seat(1)


@pytest.fixture
def harness() -> Harness:
    return Harness()


@pytest.fixture
def ana(harness: Harness) -> Ear:
    return harness.connect("Ana")


def test_the_table_speaks_first(harness: Harness, ana: Ear) -> None:
    (welcome,) = ana.messages
    assert isinstance(welcome, Welcome)
    assert welcome.version == 1
    assert welcome.you.host
    assert welcome.here == (1,)
    assert welcome.facts == ()
    assert welcome.game is None
    assert welcome.now == harness.clock.now


def test_nobody_is_told_before_it_is_durable(harness: Harness, ana: Ear) -> None:
    watcher = harness.connect("Watcher")
    harness.journal.slow = True
    before = len(ana.sent), len(watcher.sent), harness.live.table, harness.live.version
    harness.live.submit(ana, Sit("1", 0))
    assert (len(ana.sent), len(watcher.sent), harness.live.table, harness.live.version) == before
    harness.journal.answer()
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "1"
    assert isinstance(watcher.last, Frame)
    assert watcher.last.done is None
    assert ana.last.now == harness.clock.now


def test_commands_stand_in_one_queue(harness: Harness, ana: Ear) -> None:
    harness.journal.slow = True
    for number in range(5):
        harness.live.submit(ana, Say(f"s{number}", f"word {number}"))
        assert harness.journal.waiting == 1
    for _ in range(5):
        harness.journal.answer()
    said = [
        fact.text
        for message in ana.messages
        if isinstance(message, Frame)
        for fact in message.facts
        if isinstance(fact, Said)
    ]
    assert said == [f"word {number}" for number in range(5)]


def test_a_queue_that_is_too_long_refuses(harness: Harness, ana: Ear) -> None:
    harness.journal.slow = True
    for number in range(MOST_WAITING + 1):
        harness.live.submit(ana, Say(f"s{number}", "again"))
    assert not [message for message in ana.messages if isinstance(message, RefusedMessage)]
    harness.live.submit(ana, Say("more", "again"))
    assert ana.last == RefusedMessage("more", Reason.BUSY, "")


def test_what_cannot_be_stored_has_not_happened(harness: Harness, ana: Ear) -> None:
    harness.journal.error = OSError("the disk is full")
    before = harness.live.table
    answer = harness.do(ana, Sit("1", 0))
    assert isinstance(answer, RefusedMessage)
    assert answer.reason is Reason.BUSY
    assert "disk" not in answer.detail
    assert harness.live.table is before
    harness.journal.error = None
    harness.done(ana, Sit("1", 0))  # the same id: not played again


def test_automatic_moves_are_retried_after_a_pause() -> None:
    harness = Harness(Settings(players=2))
    ana = harness.connect("Ana")
    harness.bots(ana)
    harness.done(ana, Start("s"))
    harness.journal.error = OSError("the disk is full")
    harness.wait()
    assert harness.alarm.at == harness.clock.now + RETRY
    harness.journal.error = None
    before = harness.live.version
    harness.wait()
    assert harness.live.version == before + 1


def test_somebody_elses_entry_is_caught_up_with(harness: Harness, ana: Ear) -> None:
    called = []
    harness.rehost(catch_up=lambda _: called.append(1))
    harness.journal.error = Conflict("KRTM")
    harness.live.submit(ana, Sit("1", 0))
    harness.live.submit(ana, Say("2", "let me"))
    assert (called, harness.journal.waiting, ana.version) == ([1], 0, 1), (
        "it waits for the other server's entries"
    )
    harness.journal.error = None
    entry = Entry(1, "0", harness.clock.now, (Seated(1, 3, (Tribe.RAYS,)),))
    harness.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    harness.live.catch_up([entry])
    harness.live.caught_up()
    assert [one.done for one in ana.messages if isinstance(one, Frame)] == ["0", "1", "2"]
    assert ana.you.place == 0


def test_what_others_did_may_be_the_outcome_of_a_command(harness: Harness, ana: Ear) -> None:
    entry = Entry(1, "0", harness.clock.now, (Seated(1, 3, (Tribe.RAYS,)),))
    harness.journal.entries.append(ENTRY.write(entry).encode("ascii"))
    harness.live.catch_up([entry])
    assert ana.you.place == 3
    assert isinstance(ana.last, Frame)
    assert ana.last.done == "0", "it may be the outcome of a command sent to the other program"
    assert harness.do(ana, Sit("0", 1)) == Done("0", 2)


def test_a_repeated_id_is_played_once(harness: Harness, ana: Ear) -> None:
    frame = harness.done(ana, Say("1", "once"))
    assert harness.do(ana, Say("1", "once")) == Done("1", frame.version)
    assert harness.live.version == frame.version
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))  # ids are per sender


def test_an_id_stands_for_its_first_command_that_changed_something(
    harness: Harness, ana: Ear
) -> None:
    assert harness.refused(ana, Sit("1", 99)) is Reason.BAD_MESSAGE
    assert isinstance(harness.do(ana, PassHost("1", 1)), Done)  # she is the host
    frame = harness.done(ana, Say("1", "first"))
    assert harness.do(ana, Say("1", "another")) == Done("1", frame.version)
    assert harness.live.version == frame.version


def test_a_repeated_id_is_played_once_while_the_first_is_on_its_way(
    harness: Harness, ana: Ear
) -> None:
    harness.journal.slow = True
    harness.live.submit(ana, Say("1", "once"))
    harness.live.submit(ana, Say("1", "once"))
    harness.journal.answer()
    assert harness.journal.waiting == 0
    assert ana.last == Done("1", 2)


def test_a_repeated_id_is_played_once_after_a_restart() -> None:
    harness, ears = beginning(3, Settings(players=3))
    command = harness.act(ears[0], A, PLACES[FLOWER])
    frame = harness.done(ears[0], command)
    twin = harness.reborn()
    again = twin.connect("Ana")
    assert twin.do(again, command) == Done(command.id, frame.version)
    assert twin.live.table == harness.live.table


def test_an_id_that_is_forgotten_is_still_an_old_decision() -> None:
    harness, ears = beginning(3, Settings(players=3))
    command = harness.act(ears[0], A, PLACES[FLOWER])
    harness.done(ears[0], command)
    for _ in range(MOST_REMEMBERED):
        harness.done(ears[1], Say(harness.id(), "la"))
    assert isinstance(harness.do(ears[0], command), Done)  # other members' commands do not evict it
    for _ in range(MOST_REMEMBERED):
        harness.done(ears[0], Say(harness.id(), "la"))
    assert harness.refused(ears[0], command) is Reason.STALE


def test_a_newcomer_who_asks_again_sits_once(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    frame = harness.done(bo, Sit("1", 2))
    harness.live.detach(bo)
    bo = harness.connect("Bo", since=1)
    assert harness.do(bo, Sit("1", 2)) == Done("1", frame.version)


def test_two_newcomers_who_ask_at_once_are_two_people(harness: Harness, ana: Ear) -> None:
    bo, cy = harness.connect("Bo"), harness.connect("Cy")
    harness.journal.slow = True
    harness.live.submit(bo, Sit("1", None))
    harness.live.submit(cy, Sit("1", None))
    harness.journal.answer()
    harness.journal.answer()
    assert (bo.you.member, cy.you.member) == (2, 3)
    assert (bo.you.place, cy.you.place) == (0, 1)
    done = [message.done for message in cy.messages if isinstance(message, Frame)]
    assert done == [None, "1"]
    assert [entry.by for entry in harness.entries()] == [None, 2, 3]


def test_presence(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    assert len(ana.sent) == 1, "spectators are not listed"
    harness.done(bo, Sit("1", None))
    assert Presence((1, 2)) in ana.messages
    second = harness.connect("Bo")
    harness.live.detach(second)
    before = len(ana.sent)
    harness.live.detach(bo)
    assert ana.last == Presence((1,))
    assert len(ana.sent) == before + 1
    harness.connect("Bo")
    assert ana.last == Presence((1, 2))
    harness.live.detach(bo)  # again: nothing happens
    assert harness.live.here() == (1, 2)


def test_a_new_name_is_told(harness: Harness, ana: Ear) -> None:
    caller = Caller("identity-Ana", "Ana Maria")
    again = Ear(caller)
    harness.live.attach(again, caller, None)
    assert isinstance(ana.last, Frame)
    assert ana.last.facts == (Renamed(1, "Ana Maria"),)
    assert again.room.members[0].name == "Ana Maria"


def test_all_devices_of_somebody_see_the_same(harness: Harness, ana: Ear) -> None:
    other = harness.connect("Ana")
    harness.done(ana, Sit("1", 1))
    assert other.sent[-1] == ana.sent[-1]
    harness.done(other, SayReady("2", True, ""))
    assert other.sent[-1] == ana.sent[-1]


def test_a_client_that_was_away_is_sent_what_happened(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    harness.live.detach(bo)
    harness.done(ana, Say("1", "one"))
    harness.done(ana, Say("2", "two"))
    back = harness.connect("Bo", since=2).messages[0]
    assert isinstance(back, Welcome)
    assert back.facts == (Said(1, "one"), Said(1, "two"))
    for since in (None, back.version, 99):
        welcome = harness.connect("Bo", since=since).messages[0]
        assert isinstance(welcome, Welcome)
        assert welcome.facts == ()


def test_a_client_that_missed_too_much_requests_the_history(harness: Harness, ana: Ear) -> None:
    for number in range(MOST_MISSED + 1):
        harness.done(ana, Say(f"s{number}", "la"))
    for since, told in ((1, 0), (2, MOST_MISSED), (100, MOST_MISSED - 98)):
        welcome = harness.connect("Bo", since=since).messages[0]
        assert isinstance(welcome, Welcome)
        assert len(welcome.facts) == told


def test_what_was_missed_is_what_the_frames_told() -> None:
    harness, ears = beginning(3, Settings(players=3))
    since = harness.live.version
    harness.say(ears, "aF bS cF a2 b- c- a>a a>b")
    for ear in ears:
        welcome = harness.connect(ear.caller.name, since=since).messages[0]
        assert isinstance(welcome, Welcome)
        told = [
            fact
            for message in ear.messages
            if isinstance(message, Frame) and message.version > since
            for fact in message.facts
        ]
        assert list(welcome.facts) == told


def test_after_a_rematch_the_old_game_is_not_told_with_new_seats() -> None:
    harness = Harness(Settings(players=3), seed=1)
    ears = harness.start(3)
    harness.play_out(ears, random.Random(1))
    in_the_old_game = harness.live.version - 5
    gathering = harness.live.version
    before_seats = [ear.you.seats for ear in ears]
    while ears[1].you.place == 1:
        harness.done(ears[0], Reshuffle(harness.id()))
    welcome = harness.connect("Bo", since=in_the_old_game).messages[0]
    assert isinstance(welcome, Welcome)
    assert welcome.you.seats == before_seats[1], "the old game is still seen with the old seats"
    assert _placed(welcome) <= set(before_seats[1])
    for ear in ears:
        harness.done(ear, SayReady(harness.id(), True, ""))
    harness.done(ears[0], Start(harness.id()))
    for since in (in_the_old_game, gathering):
        for live in (harness.live, harness.restarted()):
            ear = Ear(ears[1].caller)
            live.attach(ear, ear.caller, since)
            welcome = ear.messages[0]
            assert isinstance(welcome, Welcome)
            assert welcome.facts == ()
    began = harness.connect("Bo", since=harness.live.version - 1).messages[0]
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
    harness = Harness(Settings(players=2, spectators=False))
    early = harness.connect("Early")  # may have come to sit down
    ears = harness.start(2)
    assert early.closed is ByeReason.NO_SPECTATORS
    assert b"game-began" not in b"".join(early.sent)
    with pytest.raises(Refused) as refused:
        harness.connect("Late")
    assert refused.value.reason is Reason.NO_SPECTATORS
    assert harness.connect("Bo").you.seats == (B,)
    harness.play_out(ears, random.Random(1))
    harness.connect("Late")


def test_goodbye(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    harness.live.dismiss(ByeReason.STOPPING)
    assert ana.closed is bo.closed is ByeReason.STOPPING
    assert harness.live.is_empty
    assert harness.live.is_idle
    harness.live.submit(ana, Sit("1", 0))  # a closed connection sends no commands
    assert harness.live.version == 1


def test_disconnected_clients_resend_to_another_server_only(harness: Harness, ana: Ear) -> None:
    """A version conflict, after which another server may have refused the resent command."""
    called = []
    harness.rehost(catch_up=lambda _: called.append(1))
    harness.journal.slow, harness.journal.error = True, Conflict("KRTM")
    harness.live.submit(ana, Sit("1", 0))
    harness.live.submit(ana, Say("2", "let me"))
    harness.live.dismiss(ByeReason.STOPPING)
    harness.journal.answer()
    assert (harness.journal.waiting, called, harness.live.is_idle) == (0, [], True)


def test_what_was_on_its_way_when_all_were_sent_away_has_happened(
    harness: Harness, ana: Ear
) -> None:
    harness.journal.slow = True
    harness.live.submit(ana, Sit("1", 0))
    harness.live.dismiss(ByeReason.STOPPING)
    harness.journal.answer()
    assert harness.live.version == 2
    assert harness.do(harness.connect("Ana"), Sit("1", 0)) == Done("1", 2)


def test_an_alarm_that_rings_too_late_does_nothing() -> None:
    harness, ears = beginning(3, Settings(players=3))
    harness.clock.now += 300_000
    harness.journal.slow = True
    harness.live.submit(ears[0], harness.act(ears[0], A, PLACES[FLOWER]))
    harness.live.tick()
    assert harness.alarm.at is None
    harness.journal.answer()
    assert not harness.live.table.is_by_bot(0)


def test_lists_of_tables_are_told_what_changed(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    summary = harness.journal.summaries[-1]
    assert summary is not None
    assert (summary.host, summary.people, summary.bots, summary.number) == ("Ana", 1, 0, 0)
    harness.bots(ana)
    harness.done(ana, Start("2"))
    summary = harness.journal.summaries[-1]
    assert summary is not None
    assert (summary.people, summary.bots, summary.number) == (1, 3, 1)
    harness.done(ana, harness.act(ana, A, PLACES[FLOWER]))
    assert harness.journal.summaries[-1] is None, "a move changes nothing there"


def test_lists_count_guest_bots_as_bots(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    for ear, command, counts in (
        (ana, Sit("1", 0), (1, 0)),
        (bo, Sit("2", 1, bot=True), (1, 1)),
        (ana, Sit("3", 0, bot=True), (0, 2)),  # says so later
    ):
        harness.done(ear, command)
        summary = harness.journal.summaries[-1]
        assert summary is not None
        assert (summary.people, summary.bots) == counts


def test_a_join_does_not_reveal_the_identity(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    frame = harness.done(bo, Sit("1", None))
    assert JoinedUnseen(2, "Bo") in frame.facts
    everything = b"".join([*ana.sent, *bo.sent])
    assert b"identity" not in everything


def test_history_is_stored_with_all_secrets() -> None:
    harness, ears = beginning(3, Settings(players=3))
    harness.say(ears, "aF")
    entry = harness.entries()[-1]
    (played,) = entry.facts
    assert isinstance(played, Played)
    stored = json.loads(harness.journal.entries[-1])
    assert stored["facts"][0]["events"][0]["disc"] == "F"


def test_removing_a_player_closes_their_screens(harness: Harness) -> None:
    ana, bo = harness.people(2)
    screen, others = Ear(bo.caller), Ear(ana.caller)
    harness.live.attach(screen, bo.caller, None, watches=True)
    harness.live.attach(others, ana.caller, None, watches=True)
    harness.done(ana, Clear(harness.id(), 1))
    assert bo.closed is screen.closed is ByeReason.REMOVED
    assert others.closed is None
    assert harness.live.audience.by_member[0] == [others]


def test_after_a_long_history_a_game_comes_to_its_end_and_no_other_begins(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = harness.start(2, bots=True)
    monkeypatch.setattr(live_table, "LONGEST_HISTORY", harness.live.version)
    assert harness.refused(ana, Say(harness.id(), "one more word")) is Reason.CLOSED
    harness.done(ana, harness.act(ana, *ana.moves()[0]))


def test_a_bot_that_only_a_newer_server_knows_is_played_all_the_same() -> None:
    unknown = BotSeated(1, "of-tomorrow", (Tribe("waves"),))
    harness = Harness(Settings(players=2), facts=[unknown])
    (ana,) = harness.people(1)
    harness.done(ana, Start(harness.id()))
    for _ in range(10):
        harness.wait()
    assert harness.live.table.game is not None
    assert harness.live.table.game.decisions[B] > 0


def test_a_table_that_falls_asleep_is_freed_without_a_search() -> None:
    harness = Harness()
    harness.start(1, bots=True)
    for ear in harness._ears():
        harness.live.detach(ear)
    left = weakref.ref(harness.live)
    gc.disable()
    try:
        del harness.live
        assert left() is None
    finally:
        gc.enable()
