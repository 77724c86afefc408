"""The record of a game of a table, for those who may read it."""

import random

import pytest

from calavera.record import read_record, record_game, seen_by, write_record
from calavera.rules import PUBLIC, Player
from calavera.table.commands import ChangeSettings, Reshuffle, SayReady, Start
from calavera.table.dice_tags import read_dice_tags
from calavera.table.game_record import find_game, record_for, record_text
from calavera.table.reasons import Reason, Refused
from calavera.table.settings import Settings
from calavera.table.verify import Verdict, verify
from tests.table.doubles import Ear, House


def played(settings: Settings, seed: int = 1) -> tuple[House, list[Ear]]:
    house = House(settings, seed=seed)
    ears = house.start(settings.players)
    house.play_out(ears, random.Random(seed))
    return house, ears


def test_an_open_game_is_told_to_everybody() -> None:
    house, _ = played(Settings(players=3))
    texts = {record_text(house.entries(), 1, who) for who in ("", "identity-Ana", "identity-Bo")}
    (text,) = texts
    record = read_record(text)
    assert record.is_full
    assert record.names == ("Ana", "Bo", "Cy")
    assert dict(record.tags)["date"] == "2023-11-14"
    dice, game = read_dice_tags(record), house.live.table.game
    assert dice is not None
    assert game is not None
    assert dice.table == "KRTM"
    assert dice.secrets == tuple(
        game.dice.secret(owner) for owner in (None, Player(0), Player(1), Player(2))
    )
    assert text == write_record(record)


@pytest.mark.parametrize("tribes", [1, 2])
def test_a_closed_game_is_told_as_each_saw_it(tribes: int) -> None:
    house, _ = played(Settings(players=3, tribes=tribes, opens=False))
    game = house.live.table.game
    assert game is not None
    whole = record_game(game.names, game.setup, house.live.events)
    for place, name in enumerate(("Ana", "Bo", "Cy")):
        record = read_record(record_text(house.entries(), 1, f"identity-{name}"))
        assert record.moves == seen_by(whole, game.viewer(place)).moves
        dice = read_dice_tags(record)
        assert dice is not None
        assert [secret is not None for secret in dice.secrets] == [
            True,
            *(owner == place for owner in range(3)),
        ]
    record = read_record(record_text(house.entries(), 1, "a stranger"))
    assert record.moves == seen_by(whole, PUBLIC).moves
    assert [bool(secret) for secret in read_dice_tags(record).secrets] == [True] + [False] * 3  # type: ignore[union-attr]
    assert verify(record).verdict is Verdict.FITS


def test_whether_a_game_opens_was_agreed_before_it() -> None:
    house, ears = played(Settings(players=3, opens=False))
    opens = Settings(players=3, opens=True)
    house.done(ears[0], ChangeSettings(house.id(), opens))
    assert not read_record(record_text(house.entries(), 1, "")).is_full


def test_older_games_are_told_with_their_own_seats() -> None:
    house, ears = played(Settings(players=3, opens=False))
    first = record_text(house.entries(), 1, "identity-Bo")
    while [ear.you.place for ear in ears] == [0, 1, 2]:
        house.done(ears[0], Reshuffle(house.id()))
    for ear in ears:
        house.done(ear, SayReady(house.id(), True, ""))
    house.done(ears[0], Start(house.id()))
    assert record_text(house.entries(), 1, "identity-Bo") == first
    with pytest.raises(Refused) as refused:
        record_text(house.entries(), 2, "identity-Bo")
    assert refused.value.reason is Reason.NOT_FINISHED
    house.play_out(ears, random.Random(7))
    second = read_record(record_text(house.entries(), 2, "identity-Bo"))
    assert read_dice_tags(second).game == 2  # type: ignore[union-attr]
    assert record_text(house.entries(), 1, "identity-Bo") == first
    assert verify(second).verdict is Verdict.FITS


@pytest.mark.parametrize("number", [0, 2, 99])
def test_there_is_no_such_game(number: int) -> None:
    house, _ = played(Settings(players=2))
    with pytest.raises(Refused) as refused:
        record_text(house.entries(), number, "")
    assert refused.value.reason is Reason.NOT_FOUND


def test_a_running_game_opens_nothing() -> None:
    house = House(Settings(players=3, opens=True), seed=4)
    ears = house.start(3)
    for ear in ears:
        seat, action = ear.moves()[0]
        house.done(ear, house.act(ear, seat, action))
    _, running = find_game(house.entries(), 1)
    assert running is not None
    for member in (None, 1, 9):
        record = record_for(running, member)
        assert not record.is_full
        assert "secrets" not in dict(record.tags)
        known = [move for move in record.moves if hasattr(move, "disc")]
        assert len(known) == (1 if member == 1 else 0)


def test_a_view_of_a_record_has_no_secrets() -> None:
    house, _ = played(Settings(players=3))
    record = read_record(record_text(house.entries(), 1, ""))
    for viewer in (PUBLIC, record.setup.viewer(Player(1))):
        text = write_record(seen_by(record, viewer))
        dice = read_dice_tags(record)
        assert dice is not None
        assert "secrets" not in text
        assert not any(secret in text for secret in dice.secrets if secret)
        assert "commitments:" in text
        assert "salts:" in text
