"""A history that is read in brief leads to the same table."""

import random

import pytest

from calavera.record.codec_error import CodecError
from calavera.server.abridged import abridged
from calavera.table.commands import Leave, Say, SayReady, Start
from calavera.table.live import LiveTable
from calavera.table.settings import Settings, TurnClock
from tests.table.doubles import Ear, House, SetAlarm

TABLES = [
    Settings(players=2),
    Settings(players=3, showing=6),
    Settings(players=4, showing=0, clock=TurnClock(20, 60)),
    Settings(players=3, tribes=2, opens=False),
]


def resumed(house: House) -> LiveTable:
    live = LiveTable(house.world, SetAlarm(), house.pace)
    live.restore(abridged(house.journal.entries))
    return live


def same(house: House) -> None:
    """Everything that a table goes on from."""
    whole, brief = house.restarted(), resumed(house)
    assert brief.table == whole.table
    assert (brief.version, brief.events) == (whole.version, whole.events)
    assert brief._memory._answered == whole._memory._answered
    assert brief._memory._recent == whole._memory._recent


def again(house: House, ears: list[Ear]) -> None:
    for ear in ears:
        house.done(ear, SayReady(house.id(), True, "00"))
    house.done(ears[0], Start(house.id()))


@pytest.mark.parametrize("settings", TABLES)
@pytest.mark.parametrize("bots", [False, True])
def test_it_leads_to_the_same_table(settings: Settings, bots: bool) -> None:
    rng = random.Random(settings.players)
    house = House(settings)
    same(house)
    ears = house.start(2 if bots else settings.players, bots=bots)
    for _ in range(3):
        same(house)
        house.done(ears[0], Say(house.id(), 'I said "type":"game-began" and "played"'))
        for _ in range(5):
            house.wait()
        same(house)
        house.play_out(ears, rng)
        same(house)
        again(house, ears)
    house.done(ears[1], Leave(house.id()))  # a bot goes on
    same(house)


def test_moves_of_games_that_are_over_are_left_out() -> None:
    house = House(Settings(players=2))
    ears = house.start(2)
    house.play_out(ears, random.Random(1))
    again(house, ears)
    brief, whole = abridged(house.journal.entries), house.entries()
    assert [(one.by, one.id, one.at) for one in brief] == [
        (one.by, one.id, one.at) for one in whole
    ]
    assert sum(len(one.facts) for one in brief) < sum(len(one.facts) for one in whole) / 2
    assert brief[-1] == whole[-1]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"by":1}', b'{"facts":[1]}'])
def test_what_cannot_be_read_is_told(body: bytes) -> None:
    house = House(Settings(players=2))
    house.start(2)
    with pytest.raises(CodecError):
        abridged([body, *house.journal.entries])
