"""The review of a game: what adds up, what is exact, and what it must never use."""

import random
from dataclasses import replace

import pytest

from calavera.bots import Uniform
from calavera.bots.contract.worlds import other_world
from calavera.bots.hints import Adviser
from calavera.record import read_record, record_game, seen_by, write_record
from calavera.record.retelling.steps import retell
from calavera.review import Grade, ReviewError, review
from calavera.review.decisions import grade_of, is_choice
from calavera.review.moments import Bluff, Raise
from calavera.review.self_play import play_game
from calavera.review.steps import steps
from calavera.rules import (
    Bid,
    Disc,
    Discard,
    NameFirst,
    Pick,
    Place,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Show,
    redact,
    set_up,
    view,
)
from calavera.rules.events import AttemptFailed
from tests.review.games import FOUR, TWO, WEAK, game, reviewed

THREE = ("mirror bold champion", 8)
RANDOM = ("uniform uniform", 4)
GAMES = [FOUR, TWO, WEAK, THREE]


@pytest.mark.parametrize("kind", GAMES)
def test_every_step_has_chances_that_add_up(kind: tuple[str, int]) -> None:
    record, found = game(*kind), reviewed(*kind)
    told = list(steps(record))
    curves = (found.curves.public, found.curves.open, *found.curves.players)
    assert len(curves) == 2 + record.setup.players
    for curve in curves:
        assert len(curve) == len(record.moves) + 1
        for point in curve:
            assert sum(point) == pytest.approx(1.0)
            assert min(point) >= 0.0
        assert curve[-1][found.winner] == 1.0
    for step, point in zip(told, found.curves.open, strict=True):
        for player, chance in enumerate(point):
            seats = record.setup.seats_of(Player(player))
            if all(step.after.board.mats[seat].out for seat in seats):
                assert chance == 0.0


@pytest.mark.parametrize("kind", GAMES)
def test_skill_and_luck_add_up_to_the_result(kind: tuple[str, int]) -> None:
    found = reviewed(*kind)
    for account in found.accounts:
        parts = account.share + account.skill + account.gifts + account.luck
        assert parts == pytest.approx(account.result)
        assert account.result == float(account.player == found.winner)
        losses = [
            decision.loss
            for decision in found.decisions
            if game(*kind).setup.owner(decision.seat) == account.player
        ]
        assert account.skill == pytest.approx(-sum(losses))
    assert sum(account.luck for account in found.accounts) == pytest.approx(0.0)
    assert sum(account.skill + account.gifts for account in found.accounts) == pytest.approx(0.0)


@pytest.mark.parametrize("kind", GAMES)
def test_every_choice_is_judged_once(kind: tuple[str, int]) -> None:
    record, found = game(*kind), reviewed(*kind)
    chosen = [
        step.number
        for step in steps(record)
        if step.seat is not None
        and not isinstance(step.action, Show | Pick | NameFirst)
        and is_choice(step.before, step.seat)
    ]
    assert [decision.step for decision in found.decisions] == chosen
    for decision in found.decisions:
        assert sum(choice.share for choice in decision.choices) == pytest.approx(1.0)
        assert decision.action in [choice.action for choice in decision.choices]
        assert 0.0 <= decision.low <= decision.loss <= decision.high <= 1.0


@pytest.mark.parametrize("kind", [FOUR, WEAK, RANDOM])
def test_a_hint_says_what_the_review_says(kind: tuple[str, int]) -> None:
    """Item by item: the adviser of a live table and the review ask the same engine."""
    record, found = game(*kind), reviewed(*kind)
    setup = record.setup
    by_step = {decision.step: decision for decision in found.decisions}
    advisers = [Adviser() for _ in range(setup.players)]
    seen: list[list[SeenEvent]] = [[] for _ in range(setup.players)]
    compared = 0
    for step in steps(record):
        decision = by_step.get(step.number)
        if decision is not None:
            player = setup.owner(decision.seat)
            look = view(step.before, setup.viewer(player))
            hint = advisers[player].hint(look, decision.seat, seen[player])
            assert hint.reasons == decision.reasons
            shares = {choice.action: choice.share for choice in decision.choices}
            assert hint.options[0].action == decision.choices[0].action
            for option in hint.options:
                assert option.share == pytest.approx(100 * shares[option.action], abs=1.0)
            if not decision.is_exact and hint.wins is not None:
                assert hint.wins == pytest.approx(100 * decision.wins, abs=0.51)
            compared += 1
        for event in step.events:
            for number, events in enumerate(seen):
                events.append(redact(event, setup.viewer(Player(number))))
    assert compared == len(found.decisions) > 5


def test_the_champion_gives_up_nothing_where_the_game_is_solved() -> None:
    found = reviewed(*TWO)
    assert all(decision.is_exact for decision in found.decisions)
    assert sum(decision.loss for decision in found.decisions) < 0.001
    assert {decision.grade for decision in found.decisions} <= {Grade.BEST, Grade.GOOD}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_exact_is_measured_against_the_best_move(seed: int) -> None:
    """Random moves leave every plan: neither the mix nor a grade may rest on one that is gone."""
    found = reviewed("uniform uniform", seed)
    exact = [decision for decision in found.decisions if decision.is_exact]
    assert exact
    for decision in exact:
        worth = {choice.action: choice.wins or 0.0 for choice in decision.choices}
        best = max(worth.values())
        assert decision.wins == best
        assert decision.loss == best - worth[decision.action]
        assert (decision.grade is Grade.BEST) == (decision.loss < 0.001)
        mixed = sum(choice.share * worth[choice.action] for choice in decision.choices)
        assert mixed == pytest.approx(best, abs=0.001)


def test_the_mix_where_no_plan_leads_is_the_best_answer() -> None:
    """A bid of all discs over the own skull is in no plan, so neither is the loss after it."""
    (decision,) = [each for each in reviewed(*RANDOM).decisions if each.step == 5]
    assert decision.action == Discard(Disc.SKULL)
    assert decision.choices[0].action == Discard(Disc.FLOWER)
    assert [choice.share for choice in decision.choices] == [1.0, 0.0]
    assert decision.loss > 0.4
    assert decision.grade is Grade.BLUNDER


def test_random_moves_give_up_much_where_the_game_is_solved() -> None:
    found = reviewed(*WEAK)
    lost = [0.0, 0.0]
    for decision in found.decisions:
        assert decision.high - decision.low < 0.001 or not decision.is_exact
        lost[decision.seat] += decision.loss
    assert lost[1] > 10 * lost[0]


def test_brackets_are_proven_and_narrow() -> None:
    found = reviewed(*FOUR)
    assert found.brackets
    for bracket in found.brackets:
        assert 0.0 <= bracket.low <= bracket.high <= 1.0
        assert found.curves.public[bracket.step][bracket.player] == pytest.approx(
            (bracket.low + bracket.high) / 2
        )


def test_a_decision_rests_on_what_its_player_knew() -> None:
    """What the others hid is changed throughout: the player's own decisions are judged the same."""
    record, found = game(*THREE), reviewed(*THREE)
    events = [event for step in steps(record) for event in step.events]
    viewer = record.setup.viewer(Player(0))
    changed = other_world(record.setup, events, viewer, random.Random(1))
    other = record_game(record.names, record.setup, changed)
    assert other.moves != record.moves
    assert seen_by(other, viewer) == seen_by(record, viewer)
    again = review(other)
    own = [decision for decision in found.decisions if decision.seat == Seat(0)]
    assert own
    assert [decision for decision in again.decisions if decision.seat == Seat(0)] == own
    assert again.curves.public == found.curves.public
    assert again.curves.players[0] == found.curves.players[0]
    assert again.curves.open != found.curves.open


def test_steps_are_those_of_the_replay_page() -> None:
    record = game(*FOUR)
    shown = retell(record, "public").steps
    told = list(steps(record))
    assert len(shown) == len(told)
    assert [len(step.events) for step in shown] == [len(step.events) for step in told]
    assert [step.view.board for step in shown] == [step.after.board for step in told]


def test_moments_are_true() -> None:
    for kind in GAMES:
        record, found = game(*kind), reviewed(*kind)
        told = list(steps(record))
        for moment in found.moments:
            step = told[moment.step]
            match moment:
                case Bluff(seat=seat, bid=bid, victim=victim):
                    assert step.action == Bid(bid)
                    assert Disc.SKULL in step.before.holdings[seat].stack
                    failures = [
                        event.challenger
                        for later in told[moment.step :]
                        for event in later.events
                        if isinstance(event, AttemptFailed)
                    ]
                    assert failures[0] == victim != seat
                case Raise(bid=bid):
                    assert step.action == Bid(bid)
                case _:
                    pass


def test_two_tribes_and_large_tables_are_reviewed() -> None:
    found = reviewed("champion bold", 1, 2)
    assert len(found.curves.players) == 2
    assert sum(found.accounts[0][1:-1]) == pytest.approx(found.accounts[0].result)
    few = (SeatStart((Disc.FLOWER, Disc.SKULL), 0),) * 7
    found = review(play_game(set_up(7, start=few), [Uniform] * 7, random.Random(4)))
    assert len(found.curves.public[0]) == 7


def test_an_unfinished_game_is_refused() -> None:
    record = game(*TWO)
    for moves in (0, 1, len(record.moves) - 1):
        with pytest.raises(ReviewError, match="not finished"):
            review(replace(record, moves=record.moves[:moves]))


def test_a_view_is_refused() -> None:
    record = game(*TWO)
    with pytest.raises(ReviewError, match="full record"):
        review(seen_by(record, record.setup.viewer(Player(0))))


def test_progress_is_told_for_every_step() -> None:
    told: list[tuple[int, int]] = []
    record = game(*TWO)
    review(record, lambda done, total: told.append((done, total)))
    total = len(record.moves) + 1
    assert told == [(done, total) for done in range(1, total + 1)]


def test_a_review_depends_on_the_text_of_the_record_alone() -> None:
    record = read_record(write_record(game(*TWO)))
    assert review(record) == reviewed(*TWO)


@pytest.mark.parametrize(
    ("loss", "low", "favourite", "grade"),
    [
        (0.3, 0.2, True, Grade.BEST),
        (0.0, 0.0, False, Grade.BEST),
        (0.01, 0.005, False, Grade.GOOD),
        (0.08, 0.0, False, Grade.GOOD),
        (0.04, 0.01, False, Grade.SLIP),
        (0.1, 0.05, False, Grade.MISTAKE),
        (0.5, 0.4, False, Grade.BLUNDER),
    ],
)
def test_grades(loss: float, low: float, favourite: bool, grade: Grade) -> None:
    assert grade_of(loss, low, favourite) is grade


def test_a_place_of_the_skull_is_a_choice() -> None:
    found = reviewed(*TWO)
    assert any(isinstance(decision.action, Place) for decision in found.decisions)
