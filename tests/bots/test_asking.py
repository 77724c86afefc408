"""Calls to bots that may do anything."""

import random
from typing import Any

import pytest

from calavera.bots import BotFault, ask, seat_bot, tell
from calavera.rules import Bid, Disc, Flip, Pass, Place, Player, Seat, new_game, set_up, view
from calavera.rules.events import RoundBegan
from tests.rulebook.playing import after

SEEN = view(new_game(set_up(3), Seat(0)), set_up(3).viewer(Player(0)))


class Answers:
    """Returns or raises the value given at creation."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, *_: object) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    def see(self, _: object) -> None:
        self.choose()


class Odd(int):
    def __eq__(self, other: object) -> bool:
        raise ArithmeticError("nothing equals me")

    __hash__ = int.__hash__


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (ValueError("two\nlines"), "raised ValueError: two lines"),
        (SystemExit(3), "raised SystemExit: 3"),
        (None, "chose None, which is no action"),
        ("aF", "chose 'aF', which is no action"),
        (Place("F"), "chose Place(disc='F'), which is no action"),  # type: ignore[arg-type]
        (Pass(), "chose a-: every seat places one disc first (R6)"),
        (Flip(Seat(9)), "chose a>j: there is no seat j at this table (R2)"),
    ],
)
def test_what_a_bot_does_wrong_is_one_line(answer: object, message: str) -> None:
    with pytest.raises(BotFault) as fault:
        ask(Answers(answer), SEEN, random.Random(0))  # type: ignore[arg-type]
    assert str(fault.value) == message
    assert fault.value.action == (answer if "(R" in message else None)


def test_a_legal_choice_is_returned_as_the_rules_list_it() -> None:
    place = Place(Disc.SKULL)
    assert ask(Answers(place), SEEN, random.Random(0)) == place  # type: ignore[arg-type]
    state = after("aF bF cF")
    seen = view(state, state.board.setup.viewer(Player(0)))
    chosen = ask(Answers(Bid(True)), seen, random.Random(0))  # type: ignore[arg-type]
    assert type(chosen) is Bid
    assert type(chosen.number) is int


def test_an_action_that_cannot_be_compared_is_a_fault() -> None:
    state = after("aF bF cF")
    seen = view(state, state.board.setup.viewer(Player(0)))
    with pytest.raises(BotFault, match="raised ArithmeticError: nothing equals me"):
        ask(Answers(Bid(Odd(1))), seen, random.Random(0))  # type: ignore[arg-type]


def test_what_a_bot_is_told_may_be_too_much_for_it() -> None:
    event = RoundBegan(1, Seat(0))
    with pytest.raises(BotFault, match=r"^raised KeyError: 'no'$"):
        tell(Answers(KeyError("no")), event)  # type: ignore[arg-type]
    with pytest.raises(BotFault, match=r"^raised SystemExit: 1$"):
        seat_bot(lambda: Answers(SystemExit(1)), [event])  # type: ignore[arg-type, return-value]


def test_a_bot_that_cannot_be_made_is_a_fault() -> None:
    with pytest.raises(BotFault, match=r"^cannot be made: TypeError: "):
        seat_bot(Answers)  # type: ignore[arg-type]
