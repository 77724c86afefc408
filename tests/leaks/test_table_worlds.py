"""What a live table sends a viewer does not depend on what they may not know."""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

import pytest

from calavera.bots import Remark, talk
from calavera.protocol.commands import Mute, Say, SayTaunt, Taunt
from calavera.protocol.facts import BotSaid, Fact
from calavera.protocol.settings import Settings, TurnClock
from calavera.rules import Disc, Placement, Player
from calavera.table.logic import bot_talk, moves
from calavera.table.logic.table import Game, Table
from calavera.table.views import redact as seen
from calavera.table.views import scene
from tests.leaks.table_worlds import (
    WATCHER,
    Director,
    Stage,
    in_the_other_world,
    other_secrets,
)
from tests.table.doubles import NAMES, Harness

Remarks: TypeAlias = Callable[[Table, Game, Iterable[Fact]], tuple[BotSaid, ...]]

TABLES = [
    (Settings(players=3, opens=False), 3),
    (Settings(players=4, opens=False, clock=TurnClock(4, 6), showing=3), 2),
    (Settings(players=2, tribes=2, opens=False), 2),
    (Settings(players=5, opens=True, placement=Placement.FIRST_LAST), 4),
    (Settings(players=3, tribes=2, opens=True, showing=0), 3),
]


def ideal_commitments(master: str, players: int) -> tuple[str, ...]:
    """Treats commitments as opaque."""
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
        assert other.alarms == director.stage.alarms, "nor by timing"
        assert heard(other, name) == heard(director.stage, name)
        assert play.harness.journal.entries != other.harness.journal.entries


CHATTY = (Settings(players=5, opens=False), 2)
"""Two people among bots."""


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take every occasion to talk that they may."""
    monkeypatch.setattr(talk, "USUAL", 9.0)
    monkeypatch.setattr(talk, "LIKELIHOOD", {})


def apart(seed: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether somebody can tell two worlds apart at a table of bots that talk."""
    director = Director(*CHATTY, seed)
    play = director.play(games=1)
    differ = False
    for member, name in ((1, NAMES[0]), (2, NAMES[1]), (None, WATCHER)):
        secrets = other_secrets(play, member, random.Random(seed))
        with monkeypatch.context() as patch:
            other = in_the_other_world(play, secrets, name, patch)
        assert play.harness.journal.entries != other.harness.journal.entries
        told = heard(director.stage, name)
        assert b'"bot-said"' in b"".join(message for messages in told for message in messages)
        differ |= heard(other, name) != told or other.alarms != director.stage.alarms
    return differ


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("seed", range(4))
def test_bots_talk_the_same_and_at_the_same_moments_in_two_worlds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene, "commitments", ideal_commitments)
    monkeypatch.setattr(seen, "commitments", ideal_commitments)
    assert not apart(seed, monkeypatch)


def by_the_hand(remarks: Remarks) -> Remarks:
    """What is said depends on what the bots hold."""

    def leaking(table: Table, game: Game, facts: Iterable[Fact]) -> tuple[BotSaid, ...]:
        hands = sum(Disc.SKULL in one.stack for one in game.state.holdings)
        return tuple(
            [BotSaid(said.place, [*Remark][hands]) for said in remarks(table, game, facts)]
        )

    return leaking


def by_silence(remarks: Remarks) -> Remarks:
    """Whether something is said depends on a skull on the bot's own mat."""

    def leaking(table: Table, game: Game, facts: Iterable[Fact]) -> tuple[BotSaid, ...]:
        return tuple(
            [
                said
                for said in remarks(table, game, facts)
                if Disc.SKULL in game.state.holdings[said.place].stack
            ]
        )

    return leaking


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("leak", [by_the_hand, by_silence])
def test_a_remark_that_depends_on_a_hand_is_noticed(
    leak: Callable[[Remarks], Remarks], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted leaks: without them the test above could pass by comparing nothing."""
    monkeypatch.setattr(scene, "commitments", ideal_commitments)
    monkeypatch.setattr(seen, "commitments", ideal_commitments)
    monkeypatch.setattr(moves, "remarks", leak(bot_talk.remarks))
    for seed in range(3):
        assert apart(seed, monkeypatch)


def heard(stage: Stage, name: str) -> list[list[bytes]]:
    """What a viewer was sent, except for the revealed holdings of a finished game."""
    opens = stage.harness.live.table.settings.opens
    ears = [ear for ear in stage.ears if ear.caller.name == name]
    return [[unopened(message, opens) for message in ear.sent] for ear in ears]


def unopened(message: bytes, opens: bool) -> bytes:
    game = json.loads(message).get("game")
    if game is None or game["opened"] is None:
        return message
    assert opens, "everything stays closed"
    assert game["view"]["board"]["outcome"] is not None, "nothing opens before the end"
    return re.sub(rb'"opened":\[\{.*?\}\]', b"", message)


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
        harness = Harness(Settings(players=5))
        ears = [*harness.people(4), harness.connect("Watcher")]
        harness.done(ears[2], Mute("m", muted, True))
        harness.done(ears[1], Say("s", "hello"))
        harness.done(ears[3], SayTaunt("t", Taunt.HMM))
        told.append([ear.sent for ear in ears if ear is not ears[2]])
    assert told[0] == told[1]


@pytest.mark.parametrize("opens", [False, True])
def test_closed_dice_stay_closed(opens: bool) -> None:
    harness = Harness(Settings(players=3, opens=opens), seed=3)
    ears = [*harness.start(3), harness.connect("Watcher")]
    before = b"".join(message for ear in ears for message in ear.sent)
    master = harness.live.table.master
    harness.play_out(ears[:3], random.Random(3))
    game = harness.live.table.game
    assert game is not None
    secrets = [game.dice.secret(owner) for owner in (None, Player(0), Player(1), Player(2))]
    for secret in secrets:
        assert secret.encode() not in before, "no secret opens before the end"
    after = [
        b"".join(ear.sent) for ear in [*ears, harness.connect("Watcher"), harness.connect("Bo")]
    ]
    seats = [(0,), (1,), (2,), (), (), (1,)]
    for text, own in zip(after, seats, strict=True):
        assert secrets[0].encode() in text
        for player, secret in enumerate(secrets[1:]):
            assert (secret.encode() in text) == (opens or player in own)
        assert master.encode() not in text
        assert harness.live.table.master.encode() not in text
