"""Names of people and bots, and the assignment of tribes."""

import pytest

from calavera.protocol.commands import SeatBot, Sit
from calavera.protocol.fields import LONGEST_NAME
from calavera.protocol.names import checked_name
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe, free_tribes
from calavera.record import record_game, write_record
from calavera.record.reading import read_record
from calavera.table.logic.caller import Caller
from tests.table.doubles import Harness


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria\n", "Ana Maria"),
        ("Zoë \N{SKULL}", "Zoë \N{SKULL}"),
        ("\uff21\uff4e\uff41", "Ana"),
        ("A\u200bn\u00ad\u2060a\ufeff", "Ana"),
        ("Ana\ufe0f\ufe00", "Ana"),
        ("\u202eAna\u3164\u2800\U000e0041", "Ana"),
        ("Zoe\u0308", "Zoë"),
        ("Zo" + "e" + "\u0332" * 20, "Zoe\u0332\u0332"),
        ("Иван", "Иван"),
        ("शिव", "शिव"),
    ],
)
def test_names_lose_needless_space_and_what_cannot_be_seen(given: str, kept: str) -> None:
    assert checked_name(given) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a, b",
        "a\x00b",
        "\uff0c",
        "\ud800",
        "x" * (LONGEST_NAME + 1),
        "\u3164",
        "\u200b",
        "\u0301\u0301",
        "\u2800 \u115f",
        "Vela",
        "VELA 2",
        "V\u0435la",
        "\u200bCatrin",
        "\ufdfa" * 3,
    ],
)
def test_names_that_cannot_stand_in_a_record(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.reason is Reason.BAD_MESSAGE


def test_a_second_of_a_name_has_a_number() -> None:
    harness = Harness(Settings(players=4))
    ears = [harness.connect("Ana"), harness.connect("Zoe"), harness.connect("Zed")]
    long = "x" * LONGEST_NAME
    for ear, name in zip(ears[1:], ("ANA", "Ana"), strict=True):
        harness.live.rename(Caller(ear.caller.identity, name))
        harness.done(ear, Sit(harness.id(), None))
    assert [member.name for member in harness.live.table.members] == ["Ana", "ANA 2", "Ana 3"]
    harness.live.rename(Caller(ears[1].caller.identity, "Ana"))
    assert harness.live.table.members[1].name == "Ana 2"
    for ear in ears[:2]:
        harness.live.rename(Caller(ear.caller.identity, long))
    names = [member.name for member in harness.live.table.members]
    assert names == [long, long[:-2] + " 2", "Ana 3"]


@pytest.mark.parametrize(
    "other",
    [
        "\u0410na",  # Cyrillic
        "An\u03b1",  # Greek
        "\uff21na",  # fullwidth
        "A\u200bna",  # zero width space
        "Ana\ufe0f",  # variation selector
        "An\u0430\u0301",  # combining mark
        "\U0001d400na",  # mathematical
        "\u1d00na",  # small capital
    ],
)
def test_a_name_that_looks_like_anothers_has_a_number(other: str) -> None:
    harness = Harness(Settings(players=3))
    ana, bo = harness.connect("Ana"), harness.connect("Bo")
    harness.done(ana, Sit(harness.id(), None))
    harness.live.rename(Caller(bo.caller.identity, other))
    harness.done(bo, Sit(harness.id(), None))
    assert [member.name for member in harness.live.table.members] == ["Ana", f"{other} 2"]


@pytest.mark.parametrize(("one", "other"), [("Eva", "Ena"), ("Ana", "Ane"), ("Иван", "Ивин")])
def test_names_that_differ_to_the_eye_have_none(one: str, other: str) -> None:
    harness = Harness(Settings(players=3))
    ears = [harness.connect("Ana"), harness.connect("Bo")]
    for ear, name in zip(ears, (one, other), strict=True):
        harness.live.rename(Caller(ear.caller.identity, name))
        harness.done(ear, Sit(harness.id(), None))
    assert [member.name for member in harness.live.table.members] == [one, other]


def test_a_kept_name_that_looks_like_a_bots_is_not_shown() -> None:
    harness = Harness(Settings(players=3))
    ana = harness.connect("Ana")
    harness.live.rename(Caller(ana.caller.identity, "V\u0435la 2"))
    harness.done(ana, Sit(harness.id(), None))
    assert [member.name for member in harness.live.table.members] == ["Guest"]


def test_bots_of_a_kind_have_names_of_their_own_and_a_record_can_be_written() -> None:
    harness = Harness(Settings(players=4))
    ana = harness.start(1, bots=True)[0]
    assert [place.name for place in ana.room.places] == ["Ana", "Azar", "Lupe", "Nico"]
    game = harness.live.table.game
    assert game is not None
    assert game.names == ("Ana", "Azar", "Lupe", "Nico")
    record = record_game(game.names, game.setup, harness.live.events)
    assert read_record(write_record(record)).names == game.names


def test_twelve_bots_of_a_kind_have_twelve_names_without_a_number() -> None:
    harness = Harness(Settings(players=12))
    ana = harness.start(1, bots=True)[0]
    names = [place.name for place in ana.room.places]
    assert len(set(names)) == 12
    assert not any(character.isdigit() for name in names for character in name)


def test_no_bot_is_called_like_a_person_at_the_table() -> None:
    harness = Harness(Settings(players=4))
    ana = harness.connect("Ana")
    harness.live.rename(Caller(ana.caller.identity, "Lupe"))
    harness.done(ana, Sit(harness.id(), None))
    for place in (1, 2):
        harness.done(ana, SeatBot(harness.id(), place, "uniform"))
    bo = harness.connect("Bo")
    harness.live.rename(Caller(bo.caller.identity, "NICO"))
    harness.done(bo, Sit(harness.id(), None))
    assert [place.name for place in bo.room.places] == ["Lupe", "Azar", "Nico", "NICO 2"]


def test_free_tribes_are_those_nobody_has() -> None:
    assert free_tribes((), 2) == (Tribe.DOTS, Tribe.WAVES)
    assert free_tribes((Tribe.DOTS, Tribe.LEAVES), 2) == (Tribe.WAVES, Tribe.RAYS)
    assert free_tribes(list(Tribe)[:11], 2) == (Tribe.NIGHT_KNOTS,)
    assert free_tribes(Tribe, 1) == ()
