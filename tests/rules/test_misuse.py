"""Calls with the wrong kind of value name the argument and say what would be right."""

import random
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from calavera import rules
from calavera.rules import (
    PUBLIC,
    Disc,
    Discard,
    Flip,
    Pass,
    Place,
    Player,
    Seat,
    action_named,
    chance_events,
    chance_outcomes,
    decide,
    draw,
    evolve,
    is_burn_out,
    legal_actions,
    new_game,
    redact,
    seat_letter,
    seat_named,
    set_up,
    stoned,
    the_cop,
    under_the_gun,
    view,
)
from calavera.rules.events import BidMade, DiscPlaced
from tests.rulebook.playing import after

SETUP = set_up(3)
STATE = new_game(SETUP, Seat(0))
FLIPPING = after("aF bF cF | a3")
ANA = SETUP.viewer(Player(0))

WRONG: list[tuple[str, Callable[..., Any], tuple[Any, ...], str]] = [
    ("players", set_up, ("4",), "a number from 2 to 12, not '4'"),
    ("players", set_up, (None,), "a number from 2 to 12, not None"),
    ("start", lambda start: set_up(2, start=start), (5,), "a SeatStart for each seat, not 5"),
    ("start", lambda start: set_up(2, start=start), (["F", "S"],), "a SeatStart for each seat"),
    ("tribes", lambda tribes: set_up(2, tribes=tribes), ("2",), "1 or 2, not '2'"),
    ("setup", new_game, (3,), "a Setup, made by set_up, not 3"),
    ("first", new_game, (SETUP, "a"), "a Seat"),
    ("state", legal_actions, (SETUP, Seat(0)), "a State"),
    ("state", legal_actions, (view(STATE, ANA), Seat(0)), "a State, .*not a value of type View"),
    ("seat", legal_actions, (STATE, "a"), "a Seat, .*not 'a'"),
    ("seat", legal_actions, (FLIPPING, "a"), "a Seat, .*not 'a'"),
    ("state", decide, ("x", Seat(0), Pass()), "a State"),
    ("seat", decide, (STATE, "a", Place(Disc.FLOWER)), "a Seat, .*not 'a'"),
    ("action", decide, (STATE, Seat(0), "F"), "an action, .*not 'F'"),
    ("action.disc", decide, (STATE, Seat(0), Place("F")), "Disc.FLOWER or Disc.SKULL, not 'F'"),  # type: ignore[arg-type]
    ("action.disc", decide, (STATE, Seat(0), Discard("F")), "Disc.FLOWER or Disc.SKULL"),  # type: ignore[arg-type]
    ("action's seat", decide, (FLIPPING, Seat(0), Flip("a")), "a Seat, .*not 'a'"),  # type: ignore[arg-type]
    ("event", evolve, (STATE, "x"), "an event, as decide returns it, not 'x'"),
    ("event", evolve, (STATE, Place(Disc.FLOWER)), "an event, .*not a value of type Place"),
    ("state", evolve, (STATE.board, BidMade(Seat(0), 1)), "a State"),
    ("state", chance_outcomes, (SETUP,), "a State"),
    ("state", chance_events, (SETUP, random.Random(1)), "a State"),
    ("outcomes", draw, ("x", 0.5), "what chance_outcomes returned, and not nothing"),
    ("outcomes", draw, ((), 0.5), "what chance_outcomes returned, and not nothing"),
    ("point", draw, (chance_outcomes(new_game(SETUP)), "x"), "a number from 0 to 1, not 'x'"),
    ("event", redact, ("x", PUBLIC), "an event, .*not 'x'"),
    ("viewer", redact, (BidMade(Seat(0), 1), 1), "a Viewer, .*not 1"),
    ("viewer", redact, (DiscPlaced(Seat(0), Disc.FLOWER), Player(0)), "a Viewer, .*not 0"),
    ("viewer", view, (STATE, 1), "a Viewer, .*not 1"),
    ("state", view, (SETUP, ANA), "a State, .*not a value of type Setup"),
    ("seat", seat_letter, ("a",), "a Seat, .*not 'a'"),
    ("letter", seat_named, (0,), "a letter from a to l, not 0"),
    ("text", action_named, (3,), "the text of an action, .*not 3"),
    ("text", action_named, ([],), "the text of an action, .*not a value of type list"),
    ("board", is_burn_out, (STATE,), "a Board, as state.board, not a value of type State"),
    ("board", under_the_gun, (STATE,), "a Board"),
    ("board", the_cop, (None,), "a Board, .*not None"),
    ("board", stoned, (STATE,), "a Board"),
]


@pytest.mark.parametrize(("name", "call", "arguments", "right"), WRONG)
def test_the_argument_is_named(
    name: str, call: Callable[..., Any], arguments: tuple[Any, ...], right: str
) -> None:
    with pytest.raises(TypeError, match=f"^{name}: expected {right}") as caught:
        call(*arguments)
    assert "FLOWER, " not in str(caught.value)
    assert caught.value.__suppress_context__


def test_every_public_function_is_tried() -> None:
    functions = {
        getattr(rules, name)
        for name in rules.__all__
        if isinstance(getattr(rules, name), FunctionType)
    }
    assert set_up in functions
    assert functions <= {call for _, call, _, _ in WRONG}


def test_long_texts_are_cut() -> None:
    with pytest.raises(TypeError) as caught:
        view(STATE, "x" * 10_000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 150
