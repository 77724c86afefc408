"""The belief player at the table: what it remembers, weighs and mixes."""

import random
from collections.abc import Iterable, Iterator

import pytest

from bench.fitting.__main__ import count_games
from calavera.bots import Belief, acting_seat, seat_bot
from calavera.bots.belief import habits
from calavera.bots.belief.memory import Memory, at_a_look
from calavera.bots.belief.player import known
from calavera.bots.belief.suspect import Suspect
from calavera.bots.belief.suspicion import STACK
from calavera.rules import (
    PUBLIC,
    Action,
    Bid,
    Disc,
    Discard,
    Event,
    Flip,
    NameFirst,
    Pass,
    Place,
    Player,
    Seat,
    SeatStart,
    Setup,
    State,
    action_named,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    seat_named,
    set_up,
    view,
)
from calavera.rules.events import DiscsShuffled
from tests.games import Game, game_of_seed

FLOWER, SKULL = Disc.FLOWER, Disc.SKULL


class Told:
    """A game as it was told: `aF b2`, seat and action, one after the other."""

    def __init__(self, setup: Setup, first: int, moves: str) -> None:
        self.state = new_game(setup)
        self.events: list[Event] = []
        begun = [event for event, _ in chance_outcomes(self.state)]
        self.happen([begun[first]])
        self.play(moves)

    def play(self, moves: str) -> None:
        """Go on with these moves."""
        for token in moves.split():
            seat, action = seat_named(token[0]), action_named(token[1:])
            self.happen(decide(self.state, seat, action))

    def happen(self, events: Iterable[Event]) -> None:
        """Go on with these events."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def suspects(self) -> list[Suspect]:
        """What everybody could suspect now."""
        memory = Memory(self.state.board.setup)
        for event in self.events:
            memory.take(redact(event, PUBLIC))
        return memory.suspects

    def on_mat(self, seat: int) -> float:
        """How likely the skull of a seat lies on its mat."""
        return sum(self.suspects()[seat].mixed()[STACK:])

    def choices(self, player: int, times: int = 60) -> set[Action]:
        """What a player does here, with different dice."""
        viewer = self.state.board.setup.viewer(Player(player))
        bot = seat_bot(Belief, [redact(event, viewer) for event in self.events])
        seen = view(self.state, viewer)
        return {bot.choose(seen, random.Random(seed)) for seed in range(times)}


def suspicions(game: Game) -> Iterator[tuple[State, list[Suspect]]]:
    """What everybody could suspect after each event."""
    memory = Memory(game.setup)
    for event, state in zip(game.events, game.states[1:], strict=True):
        memory.take(redact(event, PUBLIC))
        assert memory.board == state.board
        yield state, memory.suspects


@pytest.mark.parametrize("seed", range(25))
def test_the_truth_is_never_ruled_out(seed: int) -> None:
    """Whatever anybody does, its skull is where it may be; so what is certain is true."""
    for state, suspects in suspicions(game_of_seed(seed)):
        for mat, holding, suspect in zip(state.board.mats, state.holdings, suspects, strict=True):
            mixed = suspect.mixed()
            assert sum(mixed) == pytest.approx(1)
            if mat.discs < len(holding.discs):
                continue  # a disc is lost that still lies where it was
            truth = known(holding)
            assert mixed[truth.index(1.0)] > 0.0
            assert not (suspect.surely_has_none and SKULL in holding.discs)
            assert not (suspect.surely_has_skull and SKULL not in holding.discs)


@pytest.mark.parametrize("seed", range(5))
def test_a_look_rules_out_no_truth_either(seed: int) -> None:
    game = game_of_seed(seed)
    for state in game.states[1:]:
        for mat, holding, suspect in zip(
            state.board.mats, state.holdings, at_a_look(state.board), strict=True
        ):
            if mat.discs and mat.discs == len(holding.discs):
                assert suspect.mixed()[known(holding).index(1.0)] > 0.0


PLACED = "aF bF cF dF "
"""Everybody has placed; nobody else knows that these are flowers."""


def test_who_raises_is_suspected_less_than_who_passes() -> None:
    raised = Told(set_up(4), 0, PLACED + "a1 b2").on_mat(1)
    before = Told(set_up(4), 0, PLACED + "a1").on_mat(1)
    passed = Told(set_up(4), 0, PLACED + "a1 b-").on_mat(1)
    assert raised < before < passed


def test_suspicion_is_the_same_whatever_the_disc_is() -> None:
    hidden = [Told(set_up(4), 0, f"aF b{disc} cF dF a1 b2").on_mat(1) for disc in "FS"]
    assert hidden[0] == hidden[1]


def test_a_flip_that_shows_the_skull_makes_certain_and_a_blind_loss_doubtful() -> None:
    flipped = Told(set_up(3), 0, "aF bS cF a2 b- c- a>a a>b")
    assert flipped.suspects()[1].surely_has_skull
    assert flipped.on_mat(1) == 1.0
    lost = Memory(flipped.state.board.setup)
    for event in (*flipped.events, *draw_and_pick(flipped.state)):
        lost.take(redact(event, PUBLIC))
    owned = sum(lost.suspects[0].mixed()[1:])
    assert owned == pytest.approx(3 / 4)


def draw_and_pick(state: State, taker: int = 1) -> list[Event]:
    """A flower is drawn and taken (R24)."""
    attempt = state.board.attempt
    assert attempt is not None
    drawn = DiscsShuffled(attempt.challenger, FLOWER)
    return [drawn, *decide(evolve(state, drawn), Seat(taker), action_named("~"))]


def test_bluffs_are_mixed() -> None:
    """Over its own skull it bids often and passes often; now the skull comes first, now not."""
    moves = count_games(range(40)).moves

    def share(done: int, *kind: object) -> float:
        counted = {key: times for key, times in moves.items() if key[: len(kind)] == kind}
        hits = sum(times for key, times in counted.items() if key[-1] == done)
        return hits / sum(counted.values())

    assert 0.1 < share(habits.PASS, "belief", "bid", habits.CAUGHT) < 0.9
    assert 0.1 < share(True, "belief", "first") < 0.9


def test_what_it_has_by_itself_it_does_not_leave_to_others() -> None:
    """Its own two flowers are the second success; one raises, the other passes."""
    whole = (FLOWER, FLOWER, FLOWER, SKULL)
    start = [SeatStart(whole, 1), SeatStart(whole), SeatStart(whole)]
    told = Told(set_up(3, start=start), 1, "aF bF cF bF cF aF b1 c-")
    assert Pass() not in told.choices(0)


def test_it_flips_where_nobody_can_have_a_skull() -> None:
    start = [SeatStart((FLOWER, SKULL)), SeatStart((FLOWER, SKULL)), SeatStart((FLOWER, FLOWER))]
    told = Told(set_up(3, start=start), 0, "aF bF cF a2 b- c- a>a")
    assert told.choices(0) == {Flip(Seat(2))}


def test_it_throws_away_what_it_needs_less() -> None:
    four = Told(set_up(3), 0, "aS bF cF a3 a>a")
    assert four.choices(0) == {Discard(FLOWER)}
    start = [SeatStart((FLOWER, SKULL)), *[SeatStart((FLOWER, SKULL))] * 2]
    two = Told(set_up(3, start=start), 0, "aS bF cF a3 a>a")
    assert two.choices(0) == {Discard(SKULL)}, "with the skull alone nothing can be won"


def test_going_out_with_one_tribe_it_lets_the_other_begin() -> None:
    start = [SeatStart((SKULL,)), *[SeatStart((FLOWER, SKULL))] * 3]
    told = Told(set_up(2, tribes=2, start=start), 0, "aS bF cF dF a4 a>a a~S")
    assert told.choices(0) == {NameFirst(Seat(2))}


def test_it_knows_a_won_ending_when_it_sees_one() -> None:
    """Two seats, only its own skull is left: skull down, raise to everything, throw it away."""
    start = [SeatStart((FLOWER, SKULL)), SeatStart((FLOWER, FLOWER))]
    setup = set_up(2, start=start)
    assert Told(setup, 1, "").choices(0) == {Place(SKULL)}
    assert Told(setup, 1, "aS bF b1").choices(0) == {Bid(2)}
    assert Told(setup, 1, "aS bF b1 a2 a>a").choices(0) == {Discard(SKULL)}
    assert Told(setup, 1, "aS bF b1 a2 a>a a~S aF bF").choices(0) == {Bid(2)}


def test_told_too_little_it_plays_by_what_it_sees() -> None:
    told = Told(set_up(4), 0, PLACED + "a1")
    viewer = told.state.board.setup.viewer(Player(1))
    bot = seat_bot(Belief, [redact(event, viewer) for event in told.events[:3]])
    seen = view(told.state, viewer)
    assert bot.choose(seen, random.Random(1)) in acting_seat(seen).legal
