"""Sentences, drawings and the rulebook."""

from dataclasses import replace
from typing import get_args

import pytest
from rich.text import Text

from calavera.rules import Disc, Player, Seat, SeenEvent, set_up
from calavera.rules.evolve import new_board
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.mats import disc, heading
from calavera.terminal.drawing.paper import clean, encodable, shortened
from calavera.terminal.drawing.picture import Known, Lie, Lying, pictures
from calavera.terminal.drawing.sentences import _SENTENCES, listed, spelled_out
from calavera.terminal.drawing.theme import TRIBES
from calavera.terminal.play.questions import ENTER, InvalidAnswer, Key, Question
from calavera.terminal.rulebook import rules_text, show_rules
from tests.terminal.paper import piped, terminal, written


def test_there_is_a_sentence_for_every_event() -> None:
    assert set(_SENTENCES) == set(get_args(SeenEvent))


def test_tribes_are_told_apart_without_colour() -> None:
    backs = {disc(Lying(None, Lie.DOWN), tribe).plain for tribe in TRIBES}
    assert len(backs) == 12
    assert len({encodable(back, "ascii") for back in backs}) == 12


def test_backs_of_a_tribe_are_all_the_same_to_others() -> None:
    assert disc(Lying(None, Lie.DOWN), TRIBES[0]) == disc(Lying(None, Lie.DOWN), TRIBES[0])


@pytest.mark.parametrize("kind", list(Disc))
def test_how_a_disc_lies_is_told_without_colour(kind: Disc) -> None:
    drawn = {disc(Lying(kind, lie), TRIBES[0]).plain for lie in Lie}
    assert len(drawn) == 3
    assert {Text(text).cell_len for text in drawn} == {7}


def test_names_in_sentences() -> None:
    cast = cast_of(set_up(3), ["You", "Bo", "Cy"])
    assert cast.does(Seat(0), "pass") == "You pass"
    assert cast.does(Seat(1), "pass") == "Bo passes"
    assert cast.does(Seat(0), "be") == "You are"
    assert cast.whose(Seat(1)) == "Bo's"
    two = cast_of(set_up(2, tribes=2), ["Ana", "Bo"])
    assert two.does(Seat(3), "raise") == "Bo (d) raises"


def test_small_words() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert spelled_out(1, "disc") == "one disc"
    assert spelled_out(48, "flower") == "48 flowers"


def test_bots_are_marked_beside_people() -> None:
    setup = set_up(2)
    cast = replace(cast_of(setup, ["Ana", "Magpie"]), bots=frozenset({Player(1)}))
    ana, magpie = pictures(new_board(setup), [Known((), (), ())] * 2, cast)
    assert "bot" not in ana.notes
    assert "bot" in magpie.notes


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ((Key(ENTER, "sit down"),), "please press Enter."),
        ((Key("a", "x"), Key("b", "y")), "please type a or b."),
        ((Key(ENTER, "ready"), Key("b", "y")), "please press Enter or type b."),
    ],
)
def test_what_an_answer_can_be(keys: tuple[Key, ...], said: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        Question("?", keys, {}).read("ready")
    assert str(caught.value) == f"“ready” is not an answer here; {said}"


def test_headings_fill_the_page() -> None:
    for left, right in (("Round 1", "Ana begins"), ("Round 1", ""), ("王" * 60, "花子")):
        assert heading(left, right, 60).cell_len == 60


def test_texts_of_others() -> None:
    assert clean(" a\n\tb\x1b ") == "a b\N{REPLACEMENT CHARACTER}"
    assert shortened("abcdef", 4) == "abc…"
    assert encodable("✿ … ☠ 王", "ascii") == "F . S ??"


def test_the_whole_rulebook() -> None:
    console = terminal(no_color=True)
    show_rules(console)
    told = written(console)
    for number in range(1, 43):
        assert f"\n  R{number} " in told
    assert "*" not in told
    assert "`" not in told


def test_some_rules() -> None:
    console = terminal(no_color=True)
    show_rules(console, ["r26", "10"])
    assert written(console).splitlines() == [
        "  R26 The lost disc is never shown. Only the challenger knows whether it was a",
        "      flower or the skull.",
        "  R10 A seat with an empty hand must open a challenge.",
    ]


def test_the_rules_for_a_program() -> None:
    console = piped()
    show_rules(console)
    assert written(console) == rules_text()


@pytest.mark.parametrize("number", ["R0", "R43", "x", ""])
def test_rules_there_are_not(number: str) -> None:
    with pytest.raises(ValueError, match="the rules are R1 to R42"):
        show_rules(piped(), [number])
