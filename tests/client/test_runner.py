"""A runner at a table in memory: when it sits, plays, leaves, and what it reports."""

import random
from collections.abc import Callable

import pytest

from calavera.bots import Bot, Uniform
from calavera.client import BotRunner, TableClosed
from calavera.protocol.commands import (
    Act,
    Back,
    Command,
    Decline,
    Leave,
    SayReady,
    Sit,
    Stand,
    Start,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.rules import Action, Bid, SeenEvent, Show, View
from tests.client.in_memory import table_of
from tests.client.scholar import Scholar
from tests.table.doubles import Harness, beginning

TWO = Settings(players=2, showing=0)
Kind = Callable[[], Bot]


class Bench:
    """Ana is the host; Bo's client has a runner. It is attended to by hand."""

    def __init__(
        self, kind: Kind = Scholar, games: int | None = None, settings: Settings = TWO
    ) -> None:
        self.harness = Harness(settings)
        self.ana = self.harness.connect("Ana")
        self.bo = self.harness.connect("Bo")
        self.said: list[str] = []
        self.table, self.connection = table_of(self.harness, self.bo)
        self.runner = BotRunner(
            self.table, kind, games=games, report=self.said.append, rng=random.Random(1)
        )

    def attend(self) -> bool:
        return self.runner._attend(self.table.look())

    def asked(self) -> list[type[Command]]:
        """What the runner asked for since the last time."""
        kinds = [type(command) for command in self.connection.asked]
        self.connection.asked.clear()
        return kinds

    def seat_both(self) -> None:
        """Bo's runner sits down and is ready, and so is Ana."""
        self.attend()
        self.attend()
        assert self.asked() == [Sit, SayReady]
        self.harness.done(self.ana, Sit(self.harness.id(), None))
        self.harness.done(self.ana, SayReady(self.harness.id(), True, ""))

    def start(self) -> None:
        self.harness.done(self.ana, Start(self.harness.id()))

    def play_out(self) -> None:
        """Ana presses random buttons; the runner attends to every moment."""
        rng = random.Random(3)
        for _ in range(2000):
            if not self.harness.is_playing:
                return
            self.attend()
            if self.harness.is_playing and (moves := self.ana.moves()):
                seat, action = rng.choice(moves)
                self.harness.do(self.ana, self.harness.act(self.ana, seat, action))
        raise AssertionError("the game does not end")


def test_it_sits_down_is_ready_and_waits() -> None:
    bench = Bench()
    assert bench.attend()
    assert bench.asked() == [Sit]
    assert bench.said == ["sits at table KRTM"]
    assert bench.attend()
    assert bench.asked() == [SayReady]
    assert bench.attend()
    assert bench.asked() == []
    assert bench.said == ["sits at table KRTM"]


def test_it_says_ready_on_a_chair_that_it_has_already() -> None:
    bench = Bench()
    bench.harness.done(bench.bo, Sit("1", None))
    assert bench.attend()
    assert bench.asked() == [Sit], "it sat down as a person: now it says that it is a bot"
    assert bench.attend()
    assert bench.asked() == [SayReady]
    assert bench.said == ["sits at table KRTM again"]
    bench.runner.leave()
    assert bench.asked() == [Leave], "the chair is its own"


def test_a_host_starts_once_everybody_is_ready() -> None:
    harness = Harness(TWO)
    ana, bo = harness.connect("Ana"), harness.connect("Bo")
    table, connection = table_of(harness, ana)
    runner = BotRunner(table, Scholar)
    for _ in range(3):
        assert runner._attend(table.look())
    assert [type(command) for command in connection.asked] == [Sit, SayReady]
    harness.done(bo, Sit("1", None))
    runner._attend(table.look())
    assert len(connection.asked) == 2
    harness.done(bo, SayReady("2", True, ""))
    assert runner._attend(table.look())
    assert type(connection.asked[-1]) is Start
    assert harness.is_playing


def test_it_goes_when_its_chair_is_taken_away() -> None:
    bench = Bench()
    bench.seat_both()
    bench.harness.done(bench.bo, Stand("1"))
    assert not bench.attend()
    assert bench.said[-1] == "the host or an administrator has taken the chair away"
    assert bench.asked() == []
    bench.runner.leave()
    assert bench.asked() == [], "there is nothing to leave"


def test_it_plays_so_many_games_and_leaves() -> None:
    bench = Bench(games=2)
    bench.seat_both()
    for number in (1, 2):
        bench.start()
        bench.play_out()
        assert bench.runner.played == number - 1
        goes_on = bench.attend()
        assert bench.runner.played == number
        assert goes_on is (number < 2)
        if goes_on:
            bench.attend()
            bench.harness.done(bench.ana, SayReady(bench.harness.id(), True, ""))
    assert bench.asked()[-1] is Leave
    *outcomes, end = bench.said[1:]
    assert end == "leaves: 2 games played"
    assert [line.partition(": ")[0] for line in outcomes] == ["game 1", "game 2"]
    assert all(line.endswith((": won", ": lost")) for line in outcomes)
    assert bench.runner.played == 2
    bench.runner.leave()
    assert bench.asked() == [], "it has left already"


@pytest.mark.parametrize("wins", [True, False])
def test_the_result_is_reported(wins: bool) -> None:
    bench = Bench(Uniform)
    bench.seat_both()
    bench.start()
    for _ in range(50):
        bench.play_out()
        outcome = bench.harness.game.outcome
        assert outcome is not None
        bench.attend()
        bo_won = outcome.seat in bench.table.present.you.seats
        number = bench.harness.live.table.number
        assert bench.said[-1] == f"game {number}: {'won' if bo_won else 'lost'}"
        if bo_won is wins:
            return
        bench.attend()
        bench.harness.done(bench.ana, SayReady(bench.harness.id(), True, ""))
        bench.start()
    raise AssertionError("it never happened")


def test_a_game_is_counted_once_and_only_where_it_was_played() -> None:
    bench = Bench()
    bench.seat_both()
    bench.start()
    bench.play_out()
    bench.attend()
    bench.attend()
    assert bench.runner.played == 1
    late = BotRunner(bench.table, Scholar, report=bench.said.append)
    said = len(bench.said)
    late._attend(bench.table.look())
    assert late.played == 0
    assert bench.said[said:] == ["sits at table KRTM again"]


def test_the_bot_is_told_every_event_once_and_made_again_for_each_game() -> None:
    made: list[Scholar] = []

    def kind() -> Scholar:
        made.append(Scholar())
        return made[-1]

    bench = Bench(kind)
    bench.seat_both()
    made.clear()
    for number in (1, 2):
        bench.start()
        bench.play_out()
        assert len(made) == number
        events = bench.table.present.events
        assert 0 < len(made[-1].seen) <= len(events)
        assert tuple(made[-1].seen) == events[: len(made[-1].seen)]
        bench.attend()
        bench.attend()
        bench.harness.done(bench.ana, SayReady(bench.harness.id(), True, ""))
    assert not [line for line in bench.said if "bot" in line]


def test_a_history_that_became_shorter_makes_the_bot_anew() -> None:
    """As after a store was restored from a backup."""
    made: list[Scholar] = []

    def kind() -> Scholar:
        made.append(Scholar())
        return made[-1]

    bench = Bench(kind)
    bench.seat_both()
    bench.start()
    moment = bench.table.look()
    game = moment.game
    assert game is not None
    runner = bench.runner
    first = runner._told_bot(moment, game)
    assert runner._told_bot(moment, game) is first
    shorter = moment._replace(events=moment.events[:-1])
    second = runner._told_bot(shorter, game)
    assert second is not first
    assert isinstance(second, Scholar)
    assert tuple(second.seen) == shorter.events
    third = runner._told_bot(shorter, game._replace(number=2))
    assert third is not second


def test_it_takes_its_seat_back_from_a_bot() -> None:
    bench = Bench()
    bench.seat_both()
    bench.start()
    assert bench.attend()
    bench.asked()
    bench.harness.done(bench.bo, Leave("1"))
    assert bench.attend()
    assert Back in bench.asked()
    assert bench.table.present.room.places[0].stand_in is None


def test_a_runner_that_came_too_late_watches() -> None:
    harness = Harness(TWO)
    harness.start(2)
    table, connection = table_of(harness, harness.connect("Zoe"))
    runner = BotRunner(table, Scholar)
    assert runner._attend(table.look())
    runner.leave()
    assert connection.asked == []


def test_it_declines_to_show_its_discs() -> None:
    harness, (ana, bo) = beginning(2, Settings(players=2, showing=6))
    table, connection = table_of(harness, bo)
    runner = BotRunner(table, Scholar)
    harness.say([ana, bo], "aS bF a1 b- a>a")
    moment = table.look()
    (seat,) = moment.may_show
    assert runner._attend(moment)
    (decline,) = connection.asked
    assert decline._replace(id="") == Decline("", 1, seat)


# Faults of a bot.


class Clumsy(Uniform):
    """Fails wherever it can."""

    def see(self, event: SeenEvent) -> None:
        raise KeyError("seen")

    def choose(self, view: View, rng: random.Random) -> Action:
        return Bid(99)


class Dropping(Uniform):
    def choose(self, view: View, rng: random.Random) -> Action:
        raise ZeroDivisionError("dropped")


def test_a_bot_that_fails_is_reported_and_plays_something_legal() -> None:
    bench = Bench(Clumsy)
    bench.seat_both()
    bench.start()
    while not bench.table.present.legal:
        seat, action = bench.ana.moves()[0]
        bench.harness.done(bench.ana, bench.harness.act(bench.ana, seat, action))
    moment = bench.table.look()
    assert bench.runner._attend(moment)
    (act,) = bench.connection.asked
    assert isinstance(act, Act)
    assert act.action == next(one for one in moment.legal if not isinstance(one, Show))
    seen, *_, chosen = bench.said[1:]
    assert seen.startswith("the bot ")
    assert seen.endswith("KeyError: 'seen'")
    assert "Traceback" in seen
    assert len(bench.said[1:]) == len(moment.events) + 1
    assert chosen.startswith("the bot ")
    assert "\n" not in chosen


def test_a_bot_that_raises_is_reported_with_its_trace() -> None:
    bench = Bench(Dropping)
    bench.seat_both()
    bench.start()
    bench.attend()
    line = bench.said[-1]
    assert line.startswith("the bot ")
    assert line.endswith("ZeroDivisionError: dropped")


def test_the_bot_uses_the_chance_that_it_was_given() -> None:
    given: list[random.Random] = []

    class Gambler(Uniform):
        def choose(self, view: View, rng: random.Random) -> Action:
            given.append(rng)
            return super().choose(view, rng)

    bench = Bench(Gambler)
    bench.seat_both()
    bench.start()
    bench.play_out()
    assert {*map(id, given)} == {id(bench.runner._rng)}
    assert bench.runner._rng.getstate() != random.Random(1).getstate()


# How a run ends.


@pytest.mark.parametrize("reason", [*Reason])
def test_only_a_table_that_went_on_is_looked_at_again(
    reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench()

    async def refuse(_: Command) -> int:
        raise Refused(reason, "no")

    monkeypatch.setattr(bench.connection, "ask", refuse)
    moment = bench.table.look()
    if reason in (
        Reason.STALE,
        Reason.WRONG_PHASE,
        Reason.WRONG_GAME,
        Reason.NOT_READY,
        Reason.NOT_HOST,
    ):
        assert bench.runner._attend(moment)
    else:
        with pytest.raises(Refused):
            bench.runner._attend(moment)


def end_with(bench: Bench, error: Exception) -> None:
    bench.connection.over = error
    bench.runner.run()


def test_a_run_ends_where_the_table_is_closed() -> None:
    bench = Bench()
    end_with(bench, TableClosed("closed"))
    assert bench.asked() == [Sit, SayReady]
    assert bench.said == ["sits at table KRTM", "the table is closed"]


def test_a_run_ends_where_the_host_removes_the_bot() -> None:
    bench = Bench()
    end_with(bench, Refused(Reason.REMOVED))
    assert bench.said[-1] == "the host or an administrator has taken the chair away"
    bench.asked()
    bench.runner.leave()
    assert bench.asked() == []


def test_any_other_refusal_ends_a_run_with_an_error() -> None:
    bench = Bench()
    with pytest.raises(Refused, match=r"^damaged$"):
        end_with(bench, Refused(Reason.DAMAGED))
    bench.asked()
    bench.runner.leave()
    assert bench.asked() == [Leave]
