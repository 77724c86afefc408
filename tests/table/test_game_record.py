"""The record of a table's game, for those who may read it."""

import random

import pytest

from calavera.protocol.commands import ChangeSettings, Reshuffle, SayReady, Start
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.record import read_record, record_game, seen_by, write_record
from calavera.rules import PUBLIC, Player
from calavera.table.dice.tags import read_dice_tags
from calavera.table.dice.verify import Verdict, verify
from calavera.table.views.game_record import find_game, record_for, record_text
from tests.table.doubles import Ear, Harness


def played(settings: Settings, seed: int = 1) -> tuple[Harness, list[Ear]]:
    harness = Harness(settings, seed=seed)
    ears = harness.start(settings.players)
    harness.play_out(ears, random.Random(seed))
    return harness, ears


def test_an_open_game_is_told_to_everybody() -> None:
    harness, _ = played(Settings(players=3))
    texts = {record_text(harness.entries(), 1, who) for who in ("", "identity-Ana", "identity-Bo")}
    (text,) = texts
    record = read_record(text)
    assert record.is_full
    assert record.names == ("Ana", "Bo", "Cy")
    assert dict(record.tags)["date"] == "2023-11-14"
    dice, game = read_dice_tags(record), harness.live.table.game
    assert dice is not None
    assert game is not None
    assert dice.table == "KRTM"
    assert dice.secrets == tuple(
        game.dice.secret(owner) for owner in (None, Player(0), Player(1), Player(2))
    )
    assert text == write_record(record)


@pytest.mark.parametrize("tribes", [1, 2])
def test_a_closed_game_is_told_as_each_saw_it(tribes: int) -> None:
    harness, _ = played(Settings(players=3, tribes=tribes, opens=False))
    game = harness.live.table.game
    assert game is not None
    whole = record_game(game.names, game.setup, harness.live.events)
    for place, name in enumerate(("Ana", "Bo", "Cy")):
        record = read_record(record_text(harness.entries(), 1, f"identity-{name}"))
        assert record.moves == seen_by(whole, game.viewer(place)).moves
        dice = read_dice_tags(record)
        assert dice is not None
        assert [secret is not None for secret in dice.secrets] == [
            True,
            *(owner == place for owner in range(3)),
        ]
    record = read_record(record_text(harness.entries(), 1, "a stranger"))
    assert record.moves == seen_by(whole, PUBLIC).moves
    assert [bool(secret) for secret in read_dice_tags(record).secrets] == [True] + [False] * 3  # type: ignore[union-attr]
    assert verify(record).verdict is Verdict.FITS


def test_whether_a_game_opens_was_agreed_before_it() -> None:
    harness, ears = played(Settings(players=3, opens=False))
    opens = Settings(players=3, opens=True)
    harness.done(ears[0], ChangeSettings(harness.id(), opens))
    assert not read_record(record_text(harness.entries(), 1, "")).is_full


def test_older_games_are_told_with_their_own_seats() -> None:
    harness, ears = played(Settings(players=3, opens=False))
    first = record_text(harness.entries(), 1, "identity-Bo")
    while [ear.you.place for ear in ears] == [0, 1, 2]:
        harness.done(ears[0], Reshuffle(harness.id()))
    for ear in ears:
        harness.done(ear, SayReady(harness.id(), True, ""))
    harness.done(ears[0], Start(harness.id()))
    assert record_text(harness.entries(), 1, "identity-Bo") == first
    with pytest.raises(Refused) as refused:
        record_text(harness.entries(), 2, "identity-Bo")
    assert refused.value.reason is Reason.NOT_FINISHED
    harness.play_out(ears, random.Random(7))
    second = read_record(record_text(harness.entries(), 2, "identity-Bo"))
    assert read_dice_tags(second).game == 2  # type: ignore[union-attr]
    assert record_text(harness.entries(), 1, "identity-Bo") == first
    assert verify(second).verdict is Verdict.FITS


@pytest.mark.parametrize("number", [0, 2, 99])
def test_there_is_no_such_game(number: int) -> None:
    harness, _ = played(Settings(players=2))
    with pytest.raises(Refused) as refused:
        record_text(harness.entries(), number, "")
    assert refused.value.reason is Reason.NOT_FOUND


def test_a_running_game_opens_nothing() -> None:
    harness = Harness(Settings(players=3, opens=True), seed=4)
    ears = harness.start(3)
    for ear in ears:
        seat, action = ear.moves()[0]
        harness.done(ear, harness.act(ear, seat, action))
    _, running = find_game(harness.entries(), 1)
    assert running is not None
    for member in (None, 1, 9):
        record = record_for(running, member)
        assert not record.is_full
        assert "secrets" not in dict(record.tags)
        known = [move for move in record.moves if hasattr(move, "disc")]
        assert len(known) == (1 if member == 1 else 0)


def test_a_view_of_a_record_has_no_secrets() -> None:
    harness, _ = played(Settings(players=3))
    record = read_record(record_text(harness.entries(), 1, ""))
    for viewer in (PUBLIC, record.setup.viewer(Player(1))):
        text = write_record(seen_by(record, viewer))
        dice = read_dice_tags(record)
        assert dice is not None
        assert "secrets" not in text
        assert not any(secret in text for secret in dice.secrets if secret)
        assert "commitments:" in text
        assert "salts:" in text
