"""Whole random games, all player counts and variants, as a Hypothesis state machine."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from calavera.record import last_position, record_game, snapshot
from calavera.rules import (
    PUBLIC,
    Ending,
    Event,
    IllegalAction,
    Phase,
    Placement,
    Player,
    Setup,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.actions import EVERY_ACTION
from calavera.rules.advance import advance
from tests.games import SIZES, choices, play_out, setups, without_shows


class RandomGame(RuleBasedStateMachine):
    """One game; Hypothesis chooses the table, chance's draws and every move."""

    @initialize(setup=setups())
    def begin(self, setup: Setup) -> None:
        self.setup = setup
        self.state = new_game(setup)
        self.events: list[Event] = []
        self.public_board = self.state.board

    @property
    def is_over(self) -> bool:
        return self.state.board.outcome is not None

    def happen(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.public_board = advance(self.public_board, redact(event, PUBLIC))
            self.events.append(event)

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        outcomes = chance_outcomes(self.state)
        if outcomes:
            self.happen((data.draw(st.sampled_from([event for event, _ in outcomes])),))
        else:
            seat, action = data.draw(st.sampled_from(choices(self.state)))
            self.happen(decide(self.state, seat, action))

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.setup.seats))
        actions = [a for a in EVERY_ACTION if not hasattr(a, "mat") or a.mat in self.setup.seats]
        action = data.draw(st.sampled_from(actions))
        if getattr(action, "seat", seat) not in self.setup.seats:
            return
        if action in legal_actions(self.state, seat):
            assert decide(self.state, seat, action)
            return
        with pytest.raises(IllegalAction) as refusal:
            decide(self.state, seat, action)
        assert refusal.value.rule.startswith("R")

    @invariant()
    def board_and_secrets_agree(self) -> None:
        board = self.state.board
        assert board.total == sum(mat.height for mat in board.mats)
        for mat, holding in zip(board.mats, self.state.holdings, strict=True):
            assert mat.hand == len(holding.hand)
            assert mat.height == len(holding.stack)
            assert holding.stack[::-1][: len(mat.faces)] == mat.faces
            assert mat.flipped <= len(mat.faces) <= mat.height
            assert mat.discs in (mat.hand + mat.height, mat.hand + mat.height - 1)

    @invariant()
    def discs_are_neither_made_nor_forgotten(self) -> None:
        for start, mat, holding in zip(
            self.setup.start, self.state.board.mats, self.state.holdings, strict=True
        ):
            gone = len(start.discs) - mat.discs
            assert len(holding.lost) == gone
            owned = list(holding.discs)
            if len(owned) > mat.discs:
                owned.remove(holding.lost[-1])
            assert sorted([*owned, *holding.lost], key=str) == sorted(start.discs, key=str)

    @invariant()
    def somebody_is_to_move_until_the_game_is_over(self) -> None:
        if self.is_over:
            assert choices(self.state) == []
            assert chance_outcomes(self.state) == ()
            assert self.state.board.turn == ()
        elif not chance_outcomes(self.state):
            acting = {seat for seat, _ in without_shows(choices(self.state))}
            assert acting == set(self.state.board.turn) != set()

    @invariant()
    def chance_adds_up(self) -> None:
        outcomes = chance_outcomes(self.state)
        assert not outcomes or sum(share for _, share in outcomes) == 1

    @invariant()
    def what_everybody_saw_tells_the_whole_board(self) -> None:
        assert self.public_board == self.state.board
        assert view(self.state, PUBLIC).own == ()

    @invariant()
    def a_view_shows_own_secrets_alone(self) -> None:
        for player in range(self.setup.players):
            seen = view(self.state, self.setup.viewer(Player(player)))
            for own in seen.own:
                assert self.setup.owner(own.seat) == player
                assert own.holding == self.state.holdings[own.seat]

    def teardown(self) -> None:
        if not getattr(self, "events", None):
            return
        record = record_game(
            [f"player {i}" for i in range(self.setup.players)], self.setup, self.events
        )
        position = last_position(record)
        told = snapshot(position)
        for seat, holding in zip(told["seats"], self.state.holdings, strict=True):
            assert seat["hand"] == [str(disc) for disc in holding.hand]
            assert seat["mat"] == [str(disc) for disc in holding.stack]
        if self.state.drawn is None:  # a record knows of no shuffle before the pick
            assert position.board == self.state.board


TestRandomGame = RandomGame.TestCase
TestRandomGame.settings = settings(
    max_examples=120,
    stateful_step_count=120,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize(("players", "tribes"), SIZES)
@pytest.mark.parametrize("placement", Placement)
def test_every_size_of_table_plays_to_an_end(
    players: int, tribes: int, placement: Placement
) -> None:
    setup = set_up(players, tribes=tribes, placement=placement)
    endings = set()
    for seed in range(4):
        board = play_out(setup, random.Random(seed)).states[-1].board
        assert board.phase is Phase.OVER
        assert board.outcome is not None
        assert setup.owner(board.outcome.seat) == board.outcome.winner
        assert not board.mats[board.outcome.seat].out
        endings.add(board.outcome.ending)
    assert endings <= set(Ending)
