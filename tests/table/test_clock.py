"""Clocks, and the bots that replace players who are late, away or gone."""

import random

from calavera.protocol.commands import Back, Leave, SayReady, Start
from calavera.protocol.facts import CameBack, HostPassed, StoodIn
from calavera.protocol.settings import BotPace, Settings, TurnClock
from calavera.rules import Seat
from calavera.rules.events import DiscPlaced, PlacementUnseen
from calavera.table.live.automation import AT_ONCE, FAST, GRACE, HOST_GRACE, Pace
from calavera.table.logic.decide import STAND_IN
from calavera.table.logic.table import IDLE
from tests.table.doubles import Ear, Harness, beginning

A, B, C = Seat(0), Seat(1), Seat(2)
CLOCKED = Settings(players=3, clock=TurnClock(10, 20), showing=0)
UNCLOCKED = Settings(players=3, showing=0)


def adding(settings: Settings, pace: Pace = AT_ONCE) -> tuple[Harness, list[Ear]]:
    """Everybody has placed, and it is a's turn."""
    harness, ears = beginning(3, settings, pace=pace)
    harness.say(ears, "aF bF cF")
    return harness, ears


def facts(harness: Harness) -> tuple[object, ...]:
    return harness.entries()[-1].facts


def test_the_time_of_a_turn_is_told() -> None:
    harness, (ana, *_) = adding(CLOCKED)
    (turn,) = ana.game.turns
    assert (turn.seat, turn.until, turn.reserve) == (A, harness.clock.now + 30_000, 20_000)


def test_without_a_clock_it_is_told_when_a_bot_takes_the_seat() -> None:
    harness, (ana, bo, _) = adding(UNCLOCKED)
    (turn,) = ana.game.turns
    assert (turn.until, turn.idle) == (None, harness.clock.now + IDLE)
    assert bo.game.turns == ana.game.turns, "everybody knows whose turn it is, and since when"
    assert harness.alarm.at == turn.idle


def test_a_seat_that_a_bot_plays_has_no_time() -> None:
    harness, (ana, bo, _) = adding(UNCLOCKED, Pace(10**9, 10**9, 10**9))
    harness.done(ana, Leave(harness.id()))
    assert [(turn.seat, turn.idle) for turn in bo.game.turns] == [(A, None)]
    harness.done(ana, Back(harness.id()))
    assert bo.game.turns[0].idle is not None
    assert bo.game.turns == ana.game.turns


def test_with_a_clock_there_is_no_other_time() -> None:
    _, (ana, *_) = adding(CLOCKED)
    assert ana.game.turns[0].idle is None


def test_the_reserve_is_used_when_the_time_of_a_decision_is_up() -> None:
    harness, ears = adding(CLOCKED)
    harness.clock.now += 9_999
    harness.say(ears, "aF")
    harness.clock.now += 13_000
    harness.say(ears, "bF cF")
    assert ears[0].game.turns[0].reserve == 20_000
    harness.say(ears, "aF")
    assert ears[1].game.turns[0].reserve == 17_000
    assert ears[1].game.turns[0].until == harness.clock.now + 27_000


def test_each_seat_has_its_own_time_while_all_place_at_once() -> None:
    harness, ears = beginning(3, CLOCKED)
    harness.clock.now += 12_000
    harness.say(ears, "bF")
    assert [turn.seat for turn in ears[0].game.turns] == [A, C]
    harness.clock.now += 2_000
    harness.say(ears, "aF cF aF")
    game = harness.live.table.game
    assert game is not None
    assert game.reserves == (16_000, 18_000, 16_000)


def test_a_bot_stands_in_when_the_clock_runs_out() -> None:
    harness, (ana, *_) = adding(CLOCKED)
    assert harness.alarm.at == harness.clock.now + 30_000
    harness.pass_time(29_999)
    assert not harness.live.table.is_by_bot(0)
    harness.pass_time(1)
    assert StoodIn(0, STAND_IN) in [fact for entry in harness.entries() for fact in entry.facts]
    assert ana.room.places[0].stand_in == STAND_IN
    assert harness.game.decisions[A] > 1, "and plays"


def test_without_a_clock_a_bot_stands_in_after_a_long_while() -> None:
    harness, (_ana, *_) = adding(UNCLOCKED)
    harness.pass_time(IDLE - 1)
    assert harness.game.decisions[A] == 1
    harness.pass_time(1)
    assert harness.game.decisions[A] > 1


def test_a_player_against_bots_only_has_no_time_limit() -> None:
    harness = Harness(Settings(players=3))
    (ana,) = harness.start(1, bots=True)
    harness.pass_time(10 * IDLE)
    assert harness.game.decisions[A] == 0
    assert not harness.live.table.is_by_bot(0)
    assert [turn.idle for turn in ana.game.turns] == [None]


def test_a_bot_stands_in_for_somebody_who_is_away() -> None:
    harness, (ana, bo, _) = adding(CLOCKED)
    harness.clock.now += 2_000
    harness.live.detach(ana)
    assert harness.alarm.at == harness.clock.now + GRACE
    harness.pass_time(GRACE)
    assert bo.room.places[0].stand_in == STAND_IN
    assert harness.game.decisions[A] > 1
    assert bo.room.host == 1, "in a game the role of the host stays"


def test_the_wait_for_an_absent_player_starts_with_their_turn() -> None:
    harness, (_, bo, cy) = adding(UNCLOCKED)
    harness.live.detach(bo)
    harness.pass_time(60_000)
    harness.say([_, bo, cy], "aF")
    assert harness.alarm.at == harness.clock.now + GRACE


def test_connecting_takes_the_seat_back() -> None:
    harness, (ana, *_) = adding(CLOCKED)
    harness.thinker.slow = True
    harness.live.detach(ana)
    harness.pass_time(GRACE)
    assert harness.live.table.is_by_bot(0)
    again = harness.connect("Ana")
    assert facts(harness) == (CameBack(0),)
    assert again.room.places[0].stand_in is None
    (turn,) = again.game.turns
    assert turn.until == harness.clock.now + 10_000 + 15_000, (
        "the full time, and the rest of the reserve"
    )


def test_connecting_takes_the_seat_back_although_an_old_connection_lingers() -> None:
    harness, (ana, *_) = adding(CLOCKED)
    harness.done(ana, Leave("l"))
    harness.connect("Ana")
    assert facts(harness) == (CameBack(0),)


def test_coming_back_again_and_again_does_not_stop_the_clock() -> None:
    harness, (ana, *_) = adding(CLOCKED, Pace(0, 5000, 5000))
    began = harness.clock.now
    for _ in range(30):
        harness.clock.now += 4_000
        if harness.game.decisions[A] > 1:
            break
        harness.done(ana, Leave(harness.id()))
        harness.done(ana, Back(harness.id()))
        harness.pass_time(0)
    harness.pass_time(10_000)
    assert harness.game.decisions[A] > 1
    assert harness.clock.now - began < 80_000


def test_a_bot_plays_at_its_pace_for_a_player_who_left() -> None:
    harness, (ana, bo, _) = adding(UNCLOCKED, Pace(0, 700, 700))
    began = harness.clock.now
    harness.done(ana, Leave("l"))
    assert harness.alarm.at == began + 700
    harness.wait()
    assert harness.game.decisions[A] > 1
    harness.done(ana, Back("b"))
    harness.play_out([ana, bo, _], random.Random(1))


def test_the_pace_of_a_bot_is_drawn_by_lot_and_within_limits() -> None:
    waited = set()
    for seed in range(12):
        harness = Harness(Settings(players=2), pace=Pace(0, 800, 2400), seed=seed)
        ana = harness.connect("Ana")
        harness.bots(ana)
        harness.done(ana, Start("s"))
        assert harness.alarm.at is not None
        waited.add(harness.alarm.at - harness.clock.now)
    assert min(waited) >= 800
    assert max(waited) < 2400
    assert len(waited) > 6


def test_bots_of_a_fast_table_take_a_fraction_of_a_second() -> None:
    slow, fast = Pace(900, 800, 2400), Settings(players=2, pace=BotPace.FAST)
    waited = set()
    for seed in range(12):
        harness = Harness(fast, pace=slow, seed=seed)
        ana = harness.connect("Ana")
        harness.bots(ana)
        harness.done(ana, Start("s"))
        assert harness.alarm.at is not None
        waited.add(harness.alarm.at - harness.clock.now)
    assert min(waited) >= FAST.least
    assert max(waited) < FAST.most
    assert len(waited) > 6


def test_a_fast_table_is_not_slower_than_its_server() -> None:
    harness = Harness(Settings(players=2, pace=BotPace.FAST), pace=Pace(0, 10, 10))
    ana = harness.connect("Ana")
    harness.bots(ana)
    harness.done(ana, Start("s"))
    assert harness.alarm.at == harness.clock.now + 10


def test_nothing_happens_while_nobody_is_connected() -> None:
    harness, ears = adding(CLOCKED)
    for ear in ears:
        harness.live.detach(ear)
    assert harness.alarm.at is None
    harness.clock.now += 3_600_000
    harness.connect("Bo")
    assert harness.alarm.at == harness.clock.now + GRACE
    assert harness.game.decisions[A] == 1


def test_without_a_clock_patience_restarts_if_nobody_was_connected() -> None:
    harness, ears = adding(UNCLOCKED)
    for ear in ears:
        harness.live.detach(ear)
    harness.clock.now += 3_600_000
    harness.connect("Ana")
    assert harness.alarm.at == harness.clock.now + IDLE
    harness.pass_time(IDLE - 1)
    assert harness.game.decisions[A] == 1
    harness.pass_time(1)
    assert harness.game.decisions[A] > 1


def test_a_clock_that_ran_out_where_nobody_was_there_leaves_the_time_of_a_move() -> None:
    harness, ears = adding(UNCLOCKED._replace(clock=TurnClock(600, 3600)))
    for ear in ears:
        harness.live.detach(ear)
    harness.clock.now += 4_200_000
    harness.connect("Ana")
    assert harness.alarm.at == harness.clock.now + 600_000
    harness.pass_time(600_000 - 1)
    assert harness.game.decisions[A] == 1
    harness.pass_time(1)
    assert harness.game.decisions[A] > 1


def test_after_a_restart_everybody_has_a_moment_to_come_back() -> None:
    harness, _ = adding(CLOCKED)
    harness.clock.now += 25_000
    twin = harness.reborn()
    twin.connect("Ana")
    assert twin.alarm.at == twin.clock.now + GRACE


def test_a_host_who_stays_away_is_host_no_more() -> None:
    harness = Harness(UNCLOCKED)
    ana, bo, _ = harness.people(3)
    harness.live.detach(ana)
    assert harness.alarm.at == harness.clock.now + HOST_GRACE
    harness.wait()
    assert facts(harness) == (HostPassed(2),)
    assert bo.you.host


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    harness = Harness(UNCLOCKED)
    ana, *_ = harness.people(3)
    harness.live.detach(ana)
    harness.clock.now += HOST_GRACE - 1
    assert harness.connect("Ana").you.host
    assert harness.alarm.at is None


def test_a_player_who_gets_ready_plays_the_next_game_themselves() -> None:
    harness = Harness(UNCLOCKED)
    ears = harness.start(3)
    ana, bo, cy = ears
    harness.done(bo, Leave(harness.id()))
    harness.done(ana, Leave(harness.id()))
    harness.play_out([cy], random.Random(2))
    assert harness.live.table.is_by_bot(0)
    frame = harness.done(ana, SayReady(harness.id(), True, ""))
    assert frame.facts[0] == CameBack(0)
    harness.done(cy, SayReady(harness.id(), True, ""))
    host = next(ear for ear in ears if ear.you.host)
    if host is not bo:
        harness.done(bo, SayReady(harness.id(), True, ""))
    harness.done(host, Start(harness.id()))
    assert not any(harness.live.table.is_by_bot(place) for place in range(3))


def test_a_bot_that_fails_or_cheats_does_not_stop_the_game() -> None:
    harness = Harness(UNCLOCKED)
    harness.thinker.fails = True
    ears = harness.start(2, bots=True)
    harness.play_out(ears, random.Random(3))


def test_a_bot_is_asked_once_and_told_all_that_its_player_saw() -> None:
    harness = Harness(UNCLOCKED, pace=Pace(0, 10, 10))
    harness.thinker.slow = True
    ears = harness.start(2, bots=True)
    assert len(harness.thinker.thoughts) == 1
    harness.say(ears, "aF bF")
    assert len(harness.thinker.thoughts) == 1, "it is already thinking"
    harness.thinker.answer()
    harness.wait()
    harness.thinker.slow = False
    harness.play_out(ears, random.Random(4))
    news = [event for thought in harness.thinker.thoughts for event in thought.news]
    assert len(news) <= len(harness.live.events)
    assert len({id(thought.bot) for thought in harness.thinker.thoughts}) == 1


def test_a_stand_in_has_seen_the_whole_game() -> None:
    harness, (ana, *_) = adding(UNCLOCKED)
    harness.done(ana, Leave("l"))
    (thought,) = harness.thinker.thoughts
    assert len(thought.news) == len(harness.live.events) == 4
    placed = [type(event) for event in thought.news[1:]]
    assert placed == [DiscPlaced, PlacementUnseen, PlacementUnseen]


def test_an_answer_to_an_older_question_is_not_played() -> None:
    harness, (ana, *_) = adding(UNCLOCKED)
    harness.thinker.slow = True
    harness.done(ana, Leave("l"))
    harness.say([ana, *_], "aF bF cF")  # back before the bot moves
    before = harness.live.version
    harness.thinker.answer()
    harness.live.tick()
    assert harness.live.version == before
    assert harness.game.decisions[A] > 1


def test_who_comes_back_in_a_later_turn_has_the_whole_time_again() -> None:
    harness, ears = adding(CLOCKED, Pace(10**9, 10**9, 10**9))
    ana = ears[0]
    for _ in range(2):
        harness.clock.now += 4_000
        harness.done(ana, Leave(harness.id()))
        harness.done(ana, Back(harness.id()))
        assert ana.game.turns[0].until == harness.clock.now + 30_000
        harness.say(ears, "aF bF cF")
