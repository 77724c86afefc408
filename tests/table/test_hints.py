"""Hints at a live table: who gets one, what is stored, and what others learn."""

import json
import random

import pytest

from calavera.bots.hints import Adviser
from calavera.protocol.commands import AskHint, Back, Leave, SeatBot, Sit, Start
from calavera.protocol.facts import Hinted
from calavera.protocol.messages import Done, Frame, HintMessage, RefusedMessage
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import Settings
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.record import read_record
from calavera.rules import Seat, redact, view
from calavera.table.live.automation import Pace
from calavera.table.views.game_record import record_text
from tests.table.doubles import Ear, Harness

SLOW = Pace(1000, 1000, 2000)


def against_bots(players: int = 3) -> tuple[Harness, Ear]:
    harness = Harness(Settings(players=players), pace=SLOW)
    (ana,) = harness.start(1, bots=True)
    return harness, ana


def ask(harness: Harness, decision: int = 0, game: int = 1, seat: int = 0) -> AskHint:
    return AskHint(harness.id(), game, Seat(seat), decision)


def hints_of(ear: Ear) -> list[HintMessage]:
    messages = [SERVER_MESSAGE.decode(json.loads(sent)) for sent in ear.sent]
    return [message for message in messages if isinstance(message, HintMessage)]


def test_the_player_alone_gets_the_hint_and_everybody_learns_that_there_was_one() -> None:
    harness, ana = against_bots()
    guest = harness.connect("Bo")
    command = ask(harness)
    frame = harness.done(ana, command)
    assert frame.facts == (Hinted(Seat(0), 0),)
    (message,) = hints_of(ana)
    assert message[:4] == (command.id, 1, Seat(0), 0)
    game = harness.game
    viewer = game.viewer(0)
    seen = [redact(event, viewer) for event in harness.live.events]
    assert message.hint == Adviser().hint(view(game.state, viewer), Seat(0), seen)
    assert {option.action for option in message.hint.options} <= set(ana.game.view.own[0].legal)
    assert hints_of(guest) == []
    assert isinstance(guest.last, Frame)
    assert guest.last.facts == (Hinted(Seat(0), 0),)
    assert (ana.game.hints, guest.game.hints) == (1, 1)


def test_a_second_question_about_the_same_decision_marks_nothing_more() -> None:
    harness, ana = against_bots()
    first = ask(harness)
    harness.done(ana, first)
    version = harness.live.version
    assert isinstance(harness.do(ana, ask(harness)), Done)
    assert isinstance(harness.do(ana, first), Done), "the same command, sent again"
    assert harness.live.version == version
    one, *others = hints_of(ana)
    assert [other.hint for other in others] == [one.hint] * 2
    assert others[1].id == first.id


def test_the_mark_survives_a_restart_and_is_in_the_record() -> None:
    harness, ana = against_bots()
    harness.done(ana, ask(harness))
    twin = harness.reborn()
    assert twin.game.hints == {(Seat(0), 0)}
    again = twin.connect("Ana")
    assert again.game.hints == 1
    assert isinstance(twin.do(again, ask(twin)), Done)
    assert len(hints_of(again)) == 1, "the adviser is rebuilt from the history"
    twin.play_out([again], random.Random(1))
    record = read_record(record_text(twin.entries(), 1, ""))
    assert dict(record.tags)["hints"] == "a 1"
    assert again.game.hints == 1


def test_a_game_without_hints_says_nothing() -> None:
    harness, ana = against_bots()
    harness.play_out([ana], random.Random(1))
    assert "hints" not in dict(read_record(record_text(harness.entries(), 1, "")).tags)
    assert ana.game.hints == 0


def test_with_two_tribes_each_seat_is_marked() -> None:
    harness = Harness(Settings(players=2, tribes=2), pace=SLOW)
    (ana,) = harness.start(1, bots=True)
    for seat in (0, 2, 2):
        harness.do(ana, ask(harness, seat=seat))
    messages = hints_of(ana)
    assert [message.seat for message in messages] == [0, 2, 2]
    assert ana.game.hints == 2
    harness.play_out([ana], random.Random(1))
    assert dict(read_record(record_text(harness.entries(), 1, "")).tags)["hints"] == "a 1, c 1"


def test_there_are_no_hints_where_another_person_plays() -> None:
    harness = Harness(Settings(players=3), pace=SLOW)
    ana, bo = harness.people(2)
    harness.bots(ana)
    harness.done(ana, start(harness))
    assert harness.refused(ana, ask(harness)) is Reason.NO_HINTS
    harness.done(bo, Leave(harness.id()))
    assert harness.refused(ana, ask(harness)) is Reason.NO_HINTS, "they may come back"


def start(harness: Harness) -> Start:
    return Start(harness.id())


def test_only_the_player_who_is_to_decide_may_ask() -> None:
    harness, ana = against_bots()
    guest = harness.connect("Bo")
    assert harness.refused(guest, ask(harness)) is Reason.NOT_AT_TABLE
    assert harness.refused(ana, ask(harness, seat=1)) is Reason.WRONG_SEAT
    assert harness.refused(ana, ask(harness, game=2)) is Reason.WRONG_GAME
    assert harness.refused(ana, ask(harness, decision=1)) is Reason.TOO_SOON
    harness.done(ana, harness.act(ana, Seat(0), ana.game.view.own[0].legal[0]))
    assert harness.refused(ana, ask(harness)) is Reason.STALE
    assert harness.refused(ana, ask(harness, decision=1)) is Reason.NOT_YOUR_TURN


def test_a_stand_in_decides_alone() -> None:
    harness, ana = against_bots()
    harness.done(ana, Leave(harness.id()))
    assert harness.refused(ana, ask(harness)) is Reason.NOT_YOUR_TURN
    harness.done(ana, Back(harness.id()))
    harness.done(ana, ask(harness))


def test_there_are_no_hints_before_a_game() -> None:
    harness = Harness(Settings(players=3))
    ana = harness.connect("Ana")
    harness.done(ana, Sit(harness.id(), None))
    harness.done(ana, SeatBot(harness.id(), 1, "uniform"))
    assert harness.refused(ana, ask(harness)) is Reason.WRONG_PHASE


def test_nothing_is_told_before_the_mark_is_durable() -> None:
    harness, ana = against_bots()
    harness.journal.slow = True
    harness.live.submit(ana, ask(harness))
    assert hints_of(ana) == []
    harness.journal.answer()
    assert len(hints_of(ana)) == 1


def test_no_move_waits_for_a_hint() -> None:
    harness, ana = against_bots()
    harness.thinker.slow = True
    harness.live.submit(ana, ask(harness))
    harness.done(ana, harness.act(ana, Seat(0), ana.game.view.own[0].legal[0]))
    assert hints_of(ana) == []
    harness.thinker.answer()
    assert len(hints_of(ana)) == 1, "the client knows by its decision that it is too late"


def test_a_hint_that_fails_is_refused_and_can_be_asked_for_again() -> None:
    harness, ana = against_bots()
    harness.thinker.fails = True
    harness.done(ana, ask(harness))
    assert isinstance(ana.last, RefusedMessage)
    assert ana.last.reason is Reason.BUSY
    harness.thinker.fails = False
    assert isinstance(harness.do(ana, ask(harness)), Done)
    assert len(hints_of(ana)) == 1


@pytest.mark.parametrize("seed", range(2))
def test_hints_through_a_whole_game(seed: int) -> None:
    harness, ana = against_bots(4)
    rng, asked = random.Random(seed), 0
    while ana.room.phase.value == "playing":
        own = ana.game.view.own[0]
        # While others may show their discs, nothing else can be done.
        is_asked = own.seat in ana.game.view.board.turn and ana.game.showing_until is None
        if is_asked and own.legal:
            harness.do(ana, AskHint(harness.id(), 1, own.seat, own.decision))
            asked += 1
            legal = [option.action for option in hints_of(ana)[-1].hint.options]
            harness.done(ana, harness.act(ana, own.seat, rng.choice(legal)))
        elif not harness.wait():
            break
    assert len(hints_of(ana)) == asked > 3
    assert ana.game.hints == asked
