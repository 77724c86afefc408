"""What somebody is sent by a live table does not depend on what they may not know."""

import hashlib
import random

import pytest

from calavera.rules import Placement, Player
from calavera.table import scene, seen
from calavera.table.commands import Mute, Say, SayTaunt, Taunt
from calavera.table.settings import Settings, TurnClock
from tests.leaks.table_worlds import (
    WATCHER,
    Director,
    Stage,
    in_the_other_world,
    other_secrets,
)
from tests.table.doubles import NAMES, House

TABLES = [
    (Settings(players=3, opens=False), 3),
    (Settings(players=4, opens=False, clock=TurnClock(4, 6), showing=3), 2),
    (Settings(players=2, tribes=2, opens=False), 2),
    (Settings(players=5, opens=True, placement=Placement.FIRST_LAST), 4),
    (Settings(players=3, tribes=2, opens=True, showing=0), 3),
]


def ideal_commitments(master: str, players: int) -> tuple[str, ...]:
    """As if nothing at all could be seen in a commitment."""
    return tuple(
        hashlib.sha256(f"{master}/{number}".encode()).hexdigest() for number in range(players + 1)
    )


@pytest.mark.parametrize(("settings", "people"), TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_a_listener_cannot_tell_two_worlds_apart(
    settings: Settings, people: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene, "commitments", ideal_commitments)
    monkeypatch.setattr(seen, "commitments", ideal_commitments)
    director = Director(settings, people, seed)
    play = director.play(games=2)
    for member, name in [*enumerate(NAMES[:people], start=1), (None, WATCHER)]:
        secrets = other_secrets(play, member, random.Random(seed))
        with monkeypatch.context() as patch:
            other = in_the_other_world(play, secrets, name, patch)
        assert other.alarms == director.stage.alarms, "nor by the time of anything"
        assert heard(other, name) == heard(director.stage, name)
        assert play.house.journal.entries != other.house.journal.entries


def heard(stage: Stage, name: str) -> list[list[bytes]]:
    return [ear.sent for ear in stage.ears if ear.caller.name == name]


def test_two_worlds_are_told_apart_by_who_sees_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the test above could pass by comparing nothing."""
    director = Director(TABLES[0][0], 3, 1)
    play = director.play(games=1)
    secrets = other_secrets(play, None, random.Random(1))
    with monkeypatch.context() as patch:
        other = in_the_other_world(play, secrets, WATCHER, patch)
    for name in NAMES[:3]:
        assert heard(other, name) != heard(director.stage, name)


def test_nobody_can_tell_who_mutes_whom() -> None:
    told = []
    for muted in (2, 4):
        house = House(Settings(players=5))
        ears = [*house.people(4), house.connect("Watcher")]
        house.done(ears[2], Mute("m", muted, True))
        house.done(ears[1], Say("s", "hello"))
        house.done(ears[3], SayTaunt("t", Taunt.HMM))
        told.append([ear.sent for ear in ears if ear is not ears[2]])
    assert told[0] == told[1]


@pytest.mark.parametrize("opens", [False, True])
def test_closed_dice_stay_closed(opens: bool) -> None:
    house = House(Settings(players=3, opens=opens), seed=3)
    ears = [*house.start(3), house.connect("Watcher")]
    before = b"".join(message for ear in ears for message in ear.sent)
    master = house.live.table.master
    house.play_out(ears[:3], random.Random(3))
    game = house.live.table.game
    assert game is not None
    secrets = [game.dice.secret(owner) for owner in (None, Player(0), Player(1), Player(2))]
    for secret in secrets:
        assert secret.encode() not in before, "no secret opens before the end"
    after = [b"".join(ear.sent) for ear in [*ears, house.connect("Watcher"), house.connect("Bo")]]
    seats = [(0,), (1,), (2,), (), (), (1,)]
    for text, own in zip(after, seats, strict=True):
        assert secrets[0].encode() in text
        for player, secret in enumerate(secrets[1:]):
            assert (secret.encode() in text) == (opens or player in own)
        assert master.encode() not in text
        assert house.live.table.master.encode() not in text
