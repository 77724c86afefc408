"""Names that a reader may take for each other, and characters that nobody sees."""

# ruff: noqa: RUF001  # look-alikes are what this file is about

import pytest

from calavera.protocol.fields import LONGEST_NAME
from calavera.protocol.names import MOST_MARKS, checked_name, looks_like_bot
from calavera.protocol.reasons import Refused
from calavera.protocol.skeleton import INVISIBLE, is_alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("АВЕЗКМНОРСТУХІЈЅԌԚԜҮӀ", "ABE3KMHOPCTYXIJSGQWYl"),  # Cyrillic
        ("авезкмнорстухіјѕһԁԛԝүӏ", "abe3kmhopctyxijshdqwyl"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϺ", "ABEZHlKMNOPTYXM"),  # Greek
        ("αβεγηικνορτυχϳ", "abeynlkvoptuxj"),
        ("ıɩłøđɑɡǀ|1I0", "iilodagllllo"),
        ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
        ("ANA MARIA", "ana  maria"),
        ("Ána", "Ana"),
        ("Straße", "STRASSE"),
        ("Ｋｉｍ", "Kim"),
        ("A\u00adna", "Ana"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert is_alike(one, other)
    assert is_alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Ana", "An"), ("Кот", "Кит")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not is_alike(one, other)


INVISIBLE_RANGES = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def test_exactly_these_characters_are_drawn_as_nothing() -> None:
    every = "".join(map(chr, range(0xF0000)))
    unseen = {ord(letter) for letter in INVISIBLE.findall(every)}
    assert unseen == {code for first, last in INVISIBLE_RANGES for code in range(first, last + 1)}


@pytest.mark.parametrize("mark", ["\u0332", "\u20dd"])  # one that does not space, one that encloses
def test_each_letter_carries_so_many_marks(mark: str) -> None:
    assert MOST_MARKS == 2
    given = "a" + mark * 3 + "b" + mark * 2 + "c" + mark
    assert checked_name(given) == "a" + mark * 2 + "b" + mark * 2 + "c" + mark


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("", "a name has 1 to 24 visible characters"),
        ("x" * 25, "a name has 1 to 24 visible characters"),
        ("a,b", "a name has no comma and no control characters"),
        ("a\0b", "a name has no comma and no control characters"),
        ("\u0301", "a name has a letter, a digit or a symbol"),
        ("Vela 2", "that is the name of a bot"),
    ],
)
def test_a_refused_name_is_told_why(name: str, detail: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert str(refused.value) == f"bad-message: {detail}"


@pytest.mark.parametrize("name", ["x", "x" * LONGEST_NAME, "7", "!", "☠", "Я"])
def test_a_name_of_any_script_may_be_so_short_and_so_long(name: str) -> None:
    assert checked_name(name) == name


def test_the_number_of_a_bot_does_not_count() -> None:
    assert looks_like_bot("Vela")
    assert looks_like_bot("Vela 1234567890")
    assert not looks_like_bot("Vela x")
