"""Values are frozen, comparable, hashable, and their reprs can be pasted back."""

import pickle
from enum import Enum

import pytest

from calavera import rules
from calavera.rules import Ending, Mat, Outcome, Phase, Player, Seat, State, View, events, view
from calavera.rules.model.values import fresh, replaced
from tests.rulebook.playing import after, discs

STATES = [
    after(),
    after("aF bS cF aF b2 c3 a- b- c>cF c>aF c>bS"),
    after("aF bS a1 b- a>aF", start="F/1 FS/0"),
    after("aF bS cF dF", players=2, tribes=2),
]


@pytest.mark.parametrize("state", STATES)
def test_a_state_comes_back_from_its_repr_and_its_pickle(state: State) -> None:
    assert eval(repr(state), vars(rules)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(pickle.loads(pickle.dumps(state))) == hash(state)


@pytest.mark.parametrize("state", STATES)
def test_a_view_comes_back_from_its_repr(state: State) -> None:
    seen = view(state, state.board.setup.viewer(Player(1)))
    assert eval(repr(seen), vars(rules)) == seen
    assert isinstance(seen, View)


def test_nothing_in_a_state_can_be_changed() -> None:
    state = after("aF")
    parts: list[tuple[object, str]] = [
        (state, "drawn"),
        (state.board, "phase"),
        (state.board.mats[0], "wins"),
        (state.holdings[0], "hand"),
        (view(state, rules.PUBLIC), "board"),
    ]
    for part, field in parts:
        with pytest.raises(AttributeError):
            setattr(part, field, None)


@pytest.mark.parametrize("state", STATES)
def test_every_part_of_a_state_has_its_own_type(state: State) -> None:
    assert type(state) is State
    assert {type(mat) for mat in state.board.mats} == {Mat}
    assert {type(holding) for holding in state.holdings} == {rules.Holding}
    assert type(state.board) is rules.Board
    assert type(state.board.bidding) in (rules.Bidding, type(None))
    assert type(state.board.attempt) in (rules.Attempt, type(None))


def test_an_event_comes_back_from_its_repr() -> None:
    names = vars(rules) | vars(events)
    won = events.GameEnded(Outcome(Player(1), Seat(3), Ending.LAST_ONE_IN))
    assert repr(won) == "GameEnded(outcome=Outcome(winner=1, seat=3, ending=Ending.LAST_ONE_IN))"
    assert eval(repr(won), names) == won
    shown = events.DiscsShown(Seat(0), discs("FS"))
    assert eval(repr(shown), names) == shown


@pytest.mark.parametrize("kind", [Phase, Ending, rules.Disc, rules.Placement])
def test_the_repr_of_a_word_can_be_pasted_back(kind: type[Enum]) -> None:
    for member in kind:
        assert repr(member) == f"{kind.__name__}.{member.name}"
        assert eval(repr(member), vars(rules)) is member


def test_the_names_of_the_phases() -> None:
    assert [phase.value for phase in Phase] == [
        "draw",
        "place",
        "add",
        "bid",
        "flip",
        "lose",
        "name-first",
        "over",
    ]


def test_the_names_of_the_endings() -> None:
    assert [ending.value for ending in Ending] == ["second-success", "last-one-in"]


def test_an_outcome_is_a_value_with_a_reason() -> None:
    outcome = Outcome(Player(0), Seat(2), Ending.SECOND_SUCCESS)
    assert (outcome.winner, outcome.seat, outcome.ending) == (0, 2, Ending.SECOND_SUCCESS)
    assert outcome == Outcome(Player(0), Seat(2), Ending.SECOND_SUCCESS)
    assert outcome != Outcome(Player(0), Seat(0), Ending.SECOND_SUCCESS)


def test_a_mat_knows_what_is_face_down_and_whether_it_is_out() -> None:
    mat = Mat(Player(0), 4, 1, 3, 1, discs("F"), 0, False)
    assert (mat.face_down, mat.out) == (2, False)
    assert mat._replace(faces=discs("FFS")).face_down == 0
    assert mat._replace(discs=0).out


def test_the_two_small_tools() -> None:
    assert replaced((1, 2, 3), 1, 5) == (1, 5, 3)
    mat = fresh(Mat, (Player(0), 4, 4, 0, 0, (), 0, False))
    assert mat == Mat(Player(0), 4, 4, 0, 0, (), 0, False)
    assert mat.wins == 0


def test_the_public_names_are_sorted_and_there() -> None:
    assert [name for name in rules.__all__ if not hasattr(rules, name)] == []
    assert len(rules.__all__) == len(set(rules.__all__))
