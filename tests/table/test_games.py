"""Whole games at a live table, through commands alone."""

import random

import pytest

from calavera.rules import Placement
from calavera.table.commands import Reshuffle, SayReady, Start
from calavera.table.evolve import after
from calavera.table.facts import GameBegan
from calavera.table.messages import Frame
from calavera.table.settings import Settings, TurnClock
from calavera.table.shapes import ENTRY
from calavera.table.table import Table, TablePhase
from tests.games import SIZES
from tests.table.doubles import House


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_people_play_a_whole_game_at_any_table(players: int, tribes: int) -> None:
    house = House(Settings(players=players, tribes=tribes), seed=players)
    ears = house.start(players)
    house.play_out(ears, random.Random(players))
    table = house.live.table
    assert table.phase is TablePhase.GATHERING
    assert table.game is not None
    assert table.game.outcome is not None
    for ear in ears:
        assert ear.game.view.board == table.game.state.board
        assert ear.dice.secrets is not None


@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (4, 1), (12, 1), (2, 2), (6, 2)])
@pytest.mark.parametrize("bot", ["uniform", "cautious"])
def test_bots_play_a_game_while_somebody_watches(players: int, tribes: int, bot: str) -> None:
    house = House(Settings(players=players, tribes=tribes), seed=players)
    host = house.connect("Ana")
    house.bots(host, bot)
    house.done(host, Start(house.id()))
    for _ in range(5000):
        house.check()
        if not house.wait():
            break
    assert not house.is_playing
    assert house.live.table.number == 1
    assert host.moves() == []


def test_people_and_bots_under_a_clock_and_first_last() -> None:
    settings = Settings(
        players=5, placement=Placement.FIRST_LAST, clock=TurnClock(5, 10), showing=3
    )
    house = House(settings, seed=3)
    ears = house.start(3, bots=True)
    house.play_out(ears, random.Random(3))
    assert not house.is_playing


def test_a_rematch_follows_with_other_dice_and_seats_by_lot() -> None:
    house = House(Settings(players=3), seed=5)
    ears = house.start(3)
    house.play_out(ears, random.Random(1))
    first_dice = house.live.table.game.dice  # type: ignore[union-attr]
    house.done(ears[0], Reshuffle(house.id()))
    for ear in ears:
        house.done(ear, SayReady(house.id(), True, "aa"))
    house.done(ears[0], Start(house.id()))
    game = house.live.table.game
    assert game is not None
    assert game.number == 2
    assert game.dice.master != first_dice.master
    assert set(game.members) == {1, 2, 3}
    for ear, member in zip(ears, (1, 2, 3), strict=True):
        assert ear.you.seats == (game.members.index(member),)
    house.play_out(ears, random.Random(2))
    assert house.live.table.number == 2


@pytest.mark.parametrize("seed", range(8))
def test_the_history_is_the_table(seed: int) -> None:
    """Encoded, decoded and read again at any moment, it gives exactly the same table."""
    rng = random.Random(seed)
    players, tribes = rng.choice([(2, 1), (3, 1), (4, 1), (3, 2)])
    house = House(Settings(players=players, tribes=tribes, clock=TurnClock(5, 5)), seed=seed)
    ears = house.start(players - 1, bots=True)
    house.play_out(ears, rng)
    told = house.entries()
    assert [ENTRY.write(entry).encode() for entry in told] == house.journal.entries
    live = house.restarted()
    assert live.table == house.live.table
    assert live.version == house.live.version == len(told)
    assert live.events == house.live.events


def test_at_every_moment_a_restarted_table_is_the_same_and_goes_on_the_same() -> None:
    rng = random.Random(4)
    house = House(Settings(players=3), seed=9)
    ears = house.start(2, bots=True)
    while house.is_playing:
        twin = house.reborn()
        assert twin.live.table == house.live.table
        assert twin.live.version == house.live.version
        moves = [(ear, *move) for ear in ears for move in ear.moves()]
        if not moves:
            assert house.wait()
            continue
        ear, seat, action = rng.choice(moves)
        others = [twin.connect(one.caller.name) for one in ears]
        other = others[ears.index(ear)]
        assert other.game == ear.game
        assert other.room == ear.room
        assert other.you == ear.you
        command = house.act(ear, seat, action)
        answer, again = house.do(ear, command), twin.do(other, command)
        assert type(answer) is type(again)
        if isinstance(answer, Frame):
            for one, same in zip(ears, others, strict=True):
                assert _frames(one.sent)[-1:] == _frames(same.sent)[-1:]
        else:
            house.pass_time(1000)


def _frames(sent: list[bytes]) -> list[bytes]:
    return [message for message in sent if message.startswith(b'{"type":"frame"')]


def test_every_game_in_the_history_begins_with_its_dice_bound() -> None:
    house = House(Settings(players=2), seed=2)
    ears = house.start(2)
    house.play_out(ears, random.Random(2))
    table = Table()
    for entry in house.entries():
        for fact in entry.facts:
            if isinstance(fact, GameBegan):
                assert len(table.master) == 64
            table = after(table, fact, entry.at)
    assert table == house.live.table
    assert table.game is not None
    assert table.master != table.game.dice.master, "the next game has dice of its own"
