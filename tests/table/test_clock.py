"""Clocks, and the bots that stand in when somebody is late, away or gone."""

import random

from calavera.rules import Seat
from calavera.rules.events import DiscPlaced, PlacementUnseen
from calavera.table.automation import AT_ONCE, FAST, GRACE, HOST_GRACE, Pace
from calavera.table.commands import Back, Leave, SayReady, Start
from calavera.table.decide import STAND_IN
from calavera.table.facts import CameBack, HostPassed, StoodIn
from calavera.table.settings import BotPace, Settings, TurnClock
from calavera.table.table import IDLE
from tests.table.doubles import Ear, House, beginning

A, B, C = Seat(0), Seat(1), Seat(2)
CLOCKED = Settings(players=3, clock=TurnClock(10, 20), showing=0)
UNCLOCKED = Settings(players=3, showing=0)


def adding(settings: Settings, pace: Pace = AT_ONCE) -> tuple[House, list[Ear]]:
    """Everybody has placed, and it is a's turn."""
    house, ears = beginning(3, settings, pace=pace)
    house.say(ears, "aF bF cF")
    return house, ears


def facts(house: House) -> tuple[object, ...]:
    return house.entries()[-1].facts


def test_the_time_of_a_turn_is_told() -> None:
    house, (ana, *_) = adding(CLOCKED)
    (turn,) = ana.game.turns
    assert (turn.seat, turn.until, turn.reserve) == (A, house.clock.now + 30_000, 20_000)


def test_without_a_clock_it_is_told_when_a_bot_takes_the_seat() -> None:
    house, (ana, bo, _) = adding(UNCLOCKED)
    (turn,) = ana.game.turns
    assert (turn.until, turn.idle) == (None, house.clock.now + IDLE)
    assert bo.game.turns == ana.game.turns, "everybody knows whose turn it is, and since when"
    assert house.alarm.at == turn.idle


def test_a_seat_that_a_bot_plays_has_no_time() -> None:
    house, (ana, bo, _) = adding(UNCLOCKED, Pace(10**9, 10**9, 10**9))
    house.done(ana, Leave(house.id()))
    assert [(turn.seat, turn.idle) for turn in bo.game.turns] == [(A, None)]
    house.done(ana, Back(house.id()))
    assert bo.game.turns[0].idle is not None
    assert bo.game.turns == ana.game.turns


def test_with_a_clock_there_is_no_other_time() -> None:
    _, (ana, *_) = adding(CLOCKED)
    assert ana.game.turns[0].idle is None


def test_the_reserve_is_used_when_the_time_of_a_decision_is_up() -> None:
    house, ears = adding(CLOCKED)
    house.clock.now += 9_999
    house.say(ears, "aF")
    house.clock.now += 13_000
    house.say(ears, "bF cF")
    assert ears[0].game.turns[0].reserve == 20_000
    house.say(ears, "aF")
    assert ears[1].game.turns[0].reserve == 17_000
    assert ears[1].game.turns[0].until == house.clock.now + 27_000


def test_each_seat_has_its_own_time_while_all_place_at_once() -> None:
    house, ears = beginning(3, CLOCKED)
    house.clock.now += 12_000
    house.say(ears, "bF")
    assert [turn.seat for turn in ears[0].game.turns] == [A, C]
    house.clock.now += 2_000
    house.say(ears, "aF cF aF")
    game = house.live.table.game
    assert game is not None
    assert game.reserves == (16_000, 18_000, 16_000)


def test_a_bot_stands_in_when_the_clock_runs_out() -> None:
    house, (ana, *_) = adding(CLOCKED)
    assert house.alarm.at == house.clock.now + 30_000
    house.pass_time(29_999)
    assert not house.live.table.is_by_bot(0)
    house.pass_time(1)
    assert StoodIn(0, STAND_IN) in [fact for entry in house.entries() for fact in entry.facts]
    assert ana.room.places[0].stand_in == STAND_IN
    assert ana.game.decisions[A] > 1, "and plays"


def test_without_a_clock_a_bot_stands_in_after_a_long_while() -> None:
    house, (ana, *_) = adding(UNCLOCKED)
    house.pass_time(IDLE - 1)
    assert ana.game.decisions[A] == 1
    house.pass_time(1)
    assert ana.game.decisions[A] > 1


def test_who_plays_against_bots_alone_may_take_as_long_as_they_like() -> None:
    house = House(Settings(players=3))
    (ana,) = house.start(1, bots=True)
    house.pass_time(10 * IDLE)
    assert ana.game.decisions[A] == 0
    assert not house.live.table.is_by_bot(0)
    assert [turn.idle for turn in ana.game.turns] == [None]


def test_a_bot_stands_in_for_somebody_who_is_away() -> None:
    house, (ana, bo, _) = adding(CLOCKED)
    house.clock.now += 2_000
    house.live.detach(ana)
    assert house.alarm.at == house.clock.now + GRACE
    house.pass_time(GRACE)
    assert bo.room.places[0].stand_in == STAND_IN
    assert bo.game.decisions[A] > 1
    assert bo.room.host == 1, "in a game the role of the host stays"


def test_who_is_away_is_waited_for_from_the_beginning_of_their_turn() -> None:
    house, (_, bo, cy) = adding(UNCLOCKED)
    house.live.detach(bo)
    house.pass_time(60_000)
    house.say([_, bo, cy], "aF")
    assert house.alarm.at == house.clock.now + GRACE


def test_connecting_takes_the_seat_back() -> None:
    house, (ana, *_) = adding(CLOCKED)
    house.thinker.slow = True
    house.live.detach(ana)
    house.pass_time(GRACE)
    assert house.live.table.is_by_bot(0)
    again = house.connect("Ana")
    assert facts(house) == (CameBack(0),)
    assert again.room.places[0].stand_in is None
    (turn,) = again.game.turns
    assert turn.until == house.clock.now + 10_000 + 15_000, "the whole time, and what was left"


def test_connecting_takes_the_seat_back_although_an_old_connection_lingers() -> None:
    house, (ana, *_) = adding(CLOCKED)
    house.done(ana, Leave("l"))
    house.connect("Ana")
    assert facts(house) == (CameBack(0),)


def test_coming_back_again_and_again_does_not_stop_the_clock() -> None:
    house, (ana, *_) = adding(CLOCKED, Pace(0, 5000, 5000))
    began = house.clock.now
    for _ in range(30):
        house.clock.now += 4_000
        if ana.game.decisions[A] > 1:
            break
        house.done(ana, Leave(house.id()))
        house.done(ana, Back(house.id()))
        house.pass_time(0)
    house.pass_time(10_000)
    assert ana.game.decisions[A] > 1
    assert house.clock.now - began < 80_000


def test_who_leaves_is_played_for_at_the_pace_of_bots() -> None:
    house, (ana, bo, _) = adding(UNCLOCKED, Pace(0, 700, 700))
    began = house.clock.now
    house.done(ana, Leave("l"))
    assert house.alarm.at == began + 700
    house.wait()
    assert bo.game.decisions[A] > 1
    house.done(ana, Back("b"))
    house.play_out([ana, bo, _], random.Random(1))


def test_the_pace_of_a_bot_is_drawn_by_lot_and_within_limits() -> None:
    waited = set()
    for seed in range(12):
        house = House(Settings(players=2), pace=Pace(0, 800, 2400), seed=seed)
        ana = house.connect("Ana")
        house.bots(ana)
        house.done(ana, Start("s"))
        assert house.alarm.at is not None
        waited.add(house.alarm.at - house.clock.now)
    assert min(waited) >= 800
    assert max(waited) < 2400
    assert len(waited) > 6


def test_bots_of_a_fast_table_take_a_fraction_of_a_second() -> None:
    slow, fast = Pace(900, 800, 2400), Settings(players=2, pace=BotPace.FAST)
    waited = set()
    for seed in range(12):
        house = House(fast, pace=slow, seed=seed)
        ana = house.connect("Ana")
        house.bots(ana)
        house.done(ana, Start("s"))
        assert house.alarm.at is not None
        waited.add(house.alarm.at - house.clock.now)
    assert min(waited) >= FAST.least
    assert max(waited) < FAST.most
    assert len(waited) > 6


def test_a_fast_table_is_not_slower_than_its_server() -> None:
    house = House(Settings(players=2, pace=BotPace.FAST), pace=Pace(0, 10, 10))
    ana = house.connect("Ana")
    house.bots(ana)
    house.done(ana, Start("s"))
    assert house.alarm.at == house.clock.now + 10


def test_nothing_happens_while_nobody_is_connected() -> None:
    house, ears = adding(CLOCKED)
    for ear in ears:
        house.live.detach(ear)
    assert house.alarm.at is None
    house.clock.now += 3_600_000
    again = house.connect("Bo")
    assert house.alarm.at == house.clock.now + GRACE
    assert again.game.decisions[A] == 1


def test_without_a_clock_patience_begins_anew_where_nobody_was_there() -> None:
    house, ears = adding(UNCLOCKED)
    for ear in ears:
        house.live.detach(ear)
    house.clock.now += 3_600_000
    again = house.connect("Ana")
    assert house.alarm.at == house.clock.now + IDLE
    house.pass_time(IDLE - 1)
    assert again.game.decisions[A] == 1
    house.pass_time(1)
    assert again.game.decisions[A] > 1


def test_a_clock_that_ran_out_where_nobody_was_there_leaves_the_time_of_a_move() -> None:
    house, ears = adding(UNCLOCKED._replace(clock=TurnClock(600, 3600)))
    for ear in ears:
        house.live.detach(ear)
    house.clock.now += 4_200_000
    again = house.connect("Ana")
    assert house.alarm.at == house.clock.now + 600_000
    house.pass_time(600_000 - 1)
    assert again.game.decisions[A] == 1
    house.pass_time(1)
    assert again.game.decisions[A] > 1


def test_after_a_restart_everybody_has_a_moment_to_come_back() -> None:
    house, _ = adding(CLOCKED)
    house.clock.now += 25_000
    twin = house.reborn()
    twin.connect("Ana")
    assert twin.alarm.at == twin.clock.now + GRACE


def test_a_host_who_stays_away_is_host_no_more() -> None:
    house = House(UNCLOCKED)
    ana, bo, _ = house.people(3)
    house.live.detach(ana)
    assert house.alarm.at == house.clock.now + HOST_GRACE
    house.wait()
    assert facts(house) == (HostPassed(2),)
    assert bo.you.host


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    house = House(UNCLOCKED)
    ana, *_ = house.people(3)
    house.live.detach(ana)
    house.clock.now += HOST_GRACE - 1
    assert house.connect("Ana").you.host
    assert house.alarm.at is None


def test_who_says_ready_plays_the_next_game_themselves() -> None:
    house = House(UNCLOCKED)
    ears = house.start(3)
    ana, bo, cy = ears
    house.done(bo, Leave(house.id()))
    house.done(ana, Leave(house.id()))
    house.play_out([cy], random.Random(2))
    assert house.live.table.is_by_bot(0)
    frame = house.done(ana, SayReady(house.id(), True, ""))
    assert frame.facts[0] == CameBack(0)
    house.done(cy, SayReady(house.id(), True, ""))
    host = next(ear for ear in ears if ear.you.host)
    if host is not bo:
        house.done(bo, SayReady(house.id(), True, ""))
    house.done(host, Start(house.id()))
    assert not any(house.live.table.is_by_bot(place) for place in range(3))


def test_a_bot_that_fails_or_cheats_does_not_stop_the_game() -> None:
    house = House(UNCLOCKED)
    house.thinker.fails = True
    ears = house.start(2, bots=True)
    house.play_out(ears, random.Random(3))


def test_a_bot_is_asked_once_and_told_all_that_its_player_saw() -> None:
    house = House(UNCLOCKED, pace=Pace(0, 10, 10))
    house.thinker.slow = True
    ears = house.start(2, bots=True)
    assert len(house.thinker.thoughts) == 1
    house.say(ears, "aF bF")
    assert len(house.thinker.thoughts) == 1, "it thinks already"
    house.thinker.answer()
    house.wait()
    house.thinker.slow = False
    house.play_out(ears, random.Random(4))
    news = [event for thought in house.thinker.thoughts for event in thought.news]
    assert len(news) <= len(house.live.events)
    assert len({id(thought.bot) for thought in house.thinker.thoughts}) == 1


def test_a_stand_in_has_seen_the_whole_game() -> None:
    house, (ana, *_) = adding(UNCLOCKED)
    house.done(ana, Leave("l"))
    (thought,) = house.thinker.thoughts
    assert len(thought.news) == len(house.live.events) == 4
    placed = [type(event) for event in thought.news[1:]]
    assert placed == [DiscPlaced, PlacementUnseen, PlacementUnseen]


def test_an_answer_to_an_older_question_is_not_played() -> None:
    house, (ana, *_) = adding(UNCLOCKED)
    house.thinker.slow = True
    house.done(ana, Leave("l"))
    house.say([ana, *_], "aF bF cF")  # back, and quicker than the bot
    before = house.live.version
    house.thinker.answer()
    house.live.tick()
    assert house.live.version == before
    assert ana.game.decisions[A] > 1
