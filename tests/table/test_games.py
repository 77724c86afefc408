"""Whole games at a live table, only through commands."""

import random

import pytest

from calavera.protocol.commands import Reshuffle, SayReady, Start
from calavera.protocol.facts import GameBegan
from calavera.protocol.fields import TablePhase
from calavera.protocol.messages import Frame
from calavera.protocol.settings import Settings, TurnClock
from calavera.rules import Placement
from calavera.table.logic.entry import ENTRY
from calavera.table.logic.evolve import after
from calavera.table.logic.table import Table
from tests.games import SIZES
from tests.table.doubles import Harness


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_people_play_a_whole_game_at_any_table(players: int, tribes: int) -> None:
    harness = Harness(Settings(players=players, tribes=tribes), seed=players)
    ears = harness.start(players)
    harness.play_out(ears, random.Random(players))
    table = harness.live.table
    assert table.phase is TablePhase.GATHERING
    assert table.game is not None
    assert table.game.outcome is not None
    for ear in ears:
        assert ear.game.view.board == table.game.state.board
        assert ear.dice.secrets is not None


@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (4, 1), (12, 1), (2, 2), (6, 2)])
@pytest.mark.parametrize("bot", ["uniform", "cautious"])
def test_bots_play_a_game_while_somebody_watches(players: int, tribes: int, bot: str) -> None:
    harness = Harness(Settings(players=players, tribes=tribes), seed=players)
    host = harness.connect("Ana")
    harness.bots(host, bot)
    harness.done(host, Start(harness.id()))
    for _ in range(5000):
        harness.check()
        if not harness.wait():
            break
    assert not harness.is_playing
    assert harness.live.table.number == 1
    assert host.moves() == []


def test_people_and_bots_under_a_clock_and_first_last() -> None:
    settings = Settings(
        players=5, placement=Placement.FIRST_LAST, clock=TurnClock(5, 10), showing=3
    )
    harness = Harness(settings, seed=3)
    ears = harness.start(3, bots=True)
    harness.play_out(ears, random.Random(3))
    assert not harness.is_playing


def test_a_rematch_follows_with_other_dice_and_seats_by_lot() -> None:
    harness = Harness(Settings(players=3), seed=5)
    ears = harness.start(3)
    harness.play_out(ears, random.Random(1))
    first_dice = harness.live.table.game.dice  # type: ignore[union-attr]
    harness.done(ears[0], Reshuffle(harness.id()))
    for ear in ears:
        harness.done(ear, SayReady(harness.id(), True, "aa"))
    harness.done(ears[0], Start(harness.id()))
    game = harness.live.table.game
    assert game is not None
    assert game.number == 2
    assert game.dice.master != first_dice.master
    assert set(game.members) == {1, 2, 3}
    for ear, member in zip(ears, (1, 2, 3), strict=True):
        assert ear.you.seats == (game.members.index(member),)
    harness.play_out(ears, random.Random(2))
    assert harness.live.table.number == 2


@pytest.mark.parametrize("seed", range(8))
def test_the_history_is_the_table(seed: int) -> None:
    """Encoding, decoding and replaying a history yields the same table at any moment."""
    rng = random.Random(seed)
    players, tribes = rng.choice([(2, 1), (3, 1), (4, 1), (3, 2)])
    harness = Harness(Settings(players=players, tribes=tribes, clock=TurnClock(5, 5)), seed=seed)
    ears = harness.start(players - 1, bots=True)
    harness.play_out(ears, rng)
    told = harness.entries()
    assert [ENTRY.write(entry).encode() for entry in told] == harness.journal.entries
    live = harness.restarted()
    assert live.table == harness.live.table
    assert live.version == harness.live.version == len(told)
    assert live.events == harness.live.events


def test_at_every_moment_a_restarted_table_is_the_same_and_goes_on_the_same() -> None:
    rng = random.Random(4)
    harness = Harness(Settings(players=3), seed=9)
    ears = harness.start(2, bots=True)
    while harness.is_playing:
        twin = harness.reborn()
        assert twin.live.table == harness.live.table
        assert twin.live.version == harness.live.version
        moves = [(ear, *move) for ear in ears for move in ear.moves()]
        if not moves:
            assert harness.wait()
            continue
        ear, seat, action = rng.choice(moves)
        others = [twin.connect(one.caller.name) for one in ears]
        other = others[ears.index(ear)]
        assert other.game == ear.game
        assert other.room == ear.room
        assert other.you == ear.you
        command = harness.act(ear, seat, action)
        answer, again = harness.do(ear, command), twin.do(other, command)
        assert type(answer) is type(again)
        if isinstance(answer, Frame):
            for one, same in zip(ears, others, strict=True):
                assert _frames(one.sent)[-1:] == _frames(same.sent)[-1:]
        else:
            harness.pass_time(1000)


def _frames(sent: list[bytes]) -> list[bytes]:
    return [message for message in sent if message.startswith(b'{"type":"frame"')]


def test_every_game_in_the_history_begins_with_its_dice_bound() -> None:
    harness = Harness(Settings(players=2), seed=2)
    ears = harness.start(2)
    harness.play_out(ears, random.Random(2))
    table = Table()
    for entry in harness.entries():
        for fact in entry.facts:
            if isinstance(fact, GameBegan):
                assert len(table.master) == 64
            table = after(table, fact, entry.at)
    assert table == harness.live.table
    assert table.game is not None
    assert table.master != table.game.dice.master, "the next game has new dice"
