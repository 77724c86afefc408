"""A history that is read in abridged form leads to the same table."""

import random

import pytest

from calavera.protocol.commands import Leave, Say, SayReady, Start
from calavera.protocol.settings import Settings, TurnClock
from calavera.record.codec.errors import CodecError
from calavera.table.live.coordinator import LiveTable
from calavera.table.running.abridged import abridged
from tests.table.doubles import Ear, Harness, SetAlarm

TABLES = [
    Settings(players=2),
    Settings(players=3, showing=6),
    Settings(players=4, showing=0, clock=TurnClock(20, 60)),
    Settings(players=3, tribes=2, opens=False),
]


def resumed(harness: Harness) -> LiveTable:
    live = LiveTable(harness.world, SetAlarm(), harness.pace)
    live.restore(abridged(harness.journal.entries))
    return live


def same(harness: Harness) -> None:
    """Everything that a table continues from."""
    whole, brief = harness.restarted(), resumed(harness)
    assert brief.table == whole.table
    assert (brief.version, brief.events) == (whole.version, whole.events)
    assert brief._queue._answered == whole._queue._answered
    assert brief._recent._entries == whole._recent._entries


def again(harness: Harness, ears: list[Ear]) -> None:
    for ear in ears:
        harness.done(ear, SayReady(harness.id(), True, "00"))
    harness.done(ears[0], Start(harness.id()))


@pytest.mark.parametrize("settings", TABLES)
@pytest.mark.parametrize("bots", [False, True])
def test_it_leads_to_the_same_table(settings: Settings, bots: bool) -> None:
    rng = random.Random(settings.players)
    harness = Harness(settings)
    same(harness)
    ears = harness.start(2 if bots else settings.players, bots=bots)
    for _ in range(3):
        same(harness)
        harness.done(ears[0], Say(harness.id(), 'I said "type":"game-began" and "played"'))
        for _ in range(5):
            harness.wait()
        same(harness)
        harness.play_out(ears, rng)
        same(harness)
        again(harness, ears)
    harness.done(ears[1], Leave(harness.id()))  # a bot continues
    same(harness)


def test_moves_of_games_that_are_over_are_left_out() -> None:
    harness = Harness(Settings(players=2))
    ears = harness.start(2)
    harness.play_out(ears, random.Random(1))
    again(harness, ears)
    brief, whole = abridged(harness.journal.entries), harness.entries()
    assert [(one.by, one.id, one.at) for one in brief] == [
        (one.by, one.id, one.at) for one in whole
    ]
    assert sum(len(one.facts) for one in brief) < sum(len(one.facts) for one in whole) / 2
    assert brief[-1] == whole[-1]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"by":1}', b'{"facts":[1]}'])
def test_what_cannot_be_read_is_told(body: bytes) -> None:
    harness = Harness(Settings(players=2))
    harness.start(2)
    with pytest.raises(CodecError):
        abridged([body, *harness.journal.entries])
