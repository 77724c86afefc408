"""Bots at a live table talk: rarely, one at a time, once, and not where talk is off."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from calavera.bots import talk
from calavera.protocol.commands import Leave, SeatBot, Start
from calavera.protocol.facts import BotSaid, Played
from calavera.protocol.messages import Frame, Welcome
from calavera.protocol.settings import Settings
from calavera.record.replay import action_of
from calavera.rules.events import RoundBegan
from calavera.table.logic.entry import Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Circumstances, play
from calavera.table.logic.table import Table
from tests.table.doubles import Ear, Harness

BOTS = ("easy-trickster", "uniform", "bold")


def evening(seed: int, *, talk: bool = True) -> tuple[Harness, Ear]:
    """A whole game of one person and three bots."""
    harness = Harness(Settings(players=4, talk=talk), seed=seed)
    (ana,) = harness.people(1)
    for place, bot in enumerate(BOTS, start=1):
        harness.done(ana, SeatBot(harness.id(), place, bot))
    harness.done(ana, Start(harness.id()))
    harness.play_out([ana], random.Random(seed))
    return harness, ana


def said_in(entries: list[Entry]) -> Iterator[tuple[int, BotSaid]]:
    """What bots said, each with the round that was played."""
    number = 0
    for entry in entries:
        remarks = spoken(entry.facts)
        assert len(remarks) <= 1, "one at a time"
        yield from [(number, remark) for remark in remarks]
        for fact in entry.facts:
            if isinstance(fact, Played):
                begun = [event for event in fact.events if isinstance(event, RoundBegan)]
                number = begun[-1].number if begun else number


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every occasion is taken that may be."""
    monkeypatch.setattr(talk, "USUAL", 9.0)
    monkeypatch.setattr(talk, "LIKELIHOOD", {})


def test_bots_talk_rarely() -> None:
    rounds = remarks = 0
    for seed in range(25):
        harness, _ = evening(seed)
        rounds += harness.game.state.board.round
        remarks += len(list(said_in(harness.entries())))
    assert 0.15 * rounds < remarks < 0.5 * rounds, f"{remarks} remarks in {rounds} rounds"


@pytest.mark.usefixtures("talkative")
def test_even_the_most_talkative_bots_make_one_remark_in_a_round() -> None:
    heard = 0
    for seed in range(10):
        harness, _ = evening(seed)
        said = list(said_in(harness.entries()))
        heard += len(said)
        numbers = [number for number, _ in said]
        assert sorted(set(numbers)) == numbers, "never two in a round"
        for place in range(4):
            own = [number for number, fact in said if fact.place == place]
            assert all(later - earlier >= 2 for earlier, later in pairwise(own))
    assert heard > 50


@pytest.mark.usefixtures("talkative")
def test_everybody_hears_them_with_the_move() -> None:
    harness, ana = evening(3)
    told = [message.facts for message in ana.messages if isinstance(message, Frame)]
    stored = [entry.facts for entry in harness.entries()]
    spoken = [facts for facts in stored if any(isinstance(one, BotSaid) for one in facts)]
    assert spoken
    assert all(isinstance(facts[0], Played) for facts in spoken)
    heard = [fact for facts in told for fact in facts if isinstance(fact, BotSaid)]
    assert heard == [fact for _, fact in said_in(harness.entries())]


@pytest.mark.usefixtures("talkative")
def test_they_are_silent_where_talk_is_off() -> None:
    harness, _ = evening(3, talk=False)
    assert not list(said_in(harness.entries()))


@pytest.mark.usefixtures("talkative")
def test_a_bot_that_sits_in_for_a_person_says_nothing() -> None:
    harness = Harness(Settings(players=3), seed=5)
    ana, bo, cy = harness.start(3)
    harness.done(bo, Leave(harness.id()))
    harness.done(cy, Leave(harness.id()))
    harness.play_out([ana], random.Random(5))
    assert not list(said_in(harness.entries()))


@pytest.mark.usefixtures("talkative")
def test_a_kill_or_a_restart_repeats_no_remark_and_loses_none() -> None:
    harness, _ = evening(7)
    entries = harness.entries()
    table, checked = Table(), 0
    for version, entry in enumerate(entries):
        move = next((fact for fact in entry.facts if isinstance(fact, Played)), None)
        if move is not None and move.seat is not None:
            # Killed before the entry was stored: the move is made again, with the same remark.
            _, action = action_of(move.events[0])  # type: ignore[arg-type]  # a move comes first
            again = play(table, move.seat, action, Circumstances(entry.at, random.randbytes))
            assert spoken(again) == spoken(entry.facts)
        table = after_entry(table, entry)
        if spoken(entry.facts):
            # Killed after it: whoever returns hears it once, and the bots know that it was said.
            checked += 1
            twin = harness.reborn()
            twin.journal.entries = harness.journal.entries[: version + 1]
            twin.live = twin.restarted()
            ear = twin.connect("Ana", version)
            welcome = ear.messages[0]
            assert isinstance(welcome, Welcome)
            assert spoken(welcome.facts) == spoken(entry.facts)
            assert table.game is not None
            assert twin.game.spoke == table.game.spoke
            assert max(twin.game.spoke) > 0
    assert checked > 3


def spoken(facts: tuple[object, ...]) -> list[BotSaid]:
    return [fact for fact in facts if isinstance(fact, BotSaid)]
