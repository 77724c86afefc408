"""Batches of random games: the same on any number of threads, fair, and readable as records."""

import random
from collections.abc import Callable

import numpy
import pytest

from calavera.arena.encoding.action_numbers import CHANCE, DRAW_FLOWER
from calavera.arena.simulator import RandomGames, play_random
from calavera.record import Record, last_position, read_record, write_record
from calavera.rules import (
    Holding,
    IllegalSetup,
    Placement,
    Seat,
    SeatStart,
    Setup,
    State,
    evolve,
    new_game,
    seat_letter,
    set_up,
)
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.setup import SIMULTANEOUS, WHOLE_TRIBE
from tests.games import SIZES, play_out, random_setup

GOLDEN = [[3, 1, 16, 145], [2, 1, 13, 144], [3, 1, 13, 121], [0, 1, 15, 123]]
"""Winning seat, ending, rounds and moves of the first four games of seed 1, four players."""


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_same_games_on_any_number_of_threads(threads: int) -> None:
    one = play_random(set_up(4), 3_000, seed=7, threads=1)
    several = play_random(set_up(4), 3_000, seed=7, threads=threads)
    assert (one.results == several.results).all()


def test_the_same_games_however_a_batch_is_split() -> None:
    whole = play_random(set_up(5), 1_000, seed=3).results
    parts = [
        play_random(set_up(5), count, seed=3, first_game=begin).results
        for begin, count in ((0, 1), (1, 499), (500, 0), (500, 500))
    ]
    assert (numpy.concatenate(parts) == whole).all()


def test_the_same_games_for_ever() -> None:
    """A seed in a paper or a bug report must mean the same tomorrow."""
    played = play_random(set_up(4), 4, seed=1)
    assert played.results.tolist() == GOLDEN


def test_other_seeds_are_other_games() -> None:
    results = [play_random(set_up(3), 50, seed=seed).results.tolist() for seed in range(20)]
    assert len({str(result) for result in results}) == 20
    shifted = play_random(set_up(3), 49, seed=0, first_game=1).results.tolist()
    assert shifted == results[0][1:]


@pytest.mark.parametrize("players", [2, 3, 4, 6, 9, 12])
def test_no_seat_is_favoured(players: int) -> None:
    games = 20_000
    wins = numpy.bincount(play_random(set_up(players), games).winners, minlength=players)
    spread = (games / players * (1 - 1 / players)) ** 0.5
    assert (abs(wins - games / players) < 4 * spread).all()


def test_random_games_are_like_those_of_the_rules() -> None:
    rng = random.Random(5)
    # Shows are among its moves; they take turns from nobody.
    rounds = [play_out(set_up(3), rng).states[-1].board.round for _ in range(400)]
    played = play_random(set_up(3), 20_000, seed=5).rounds
    spread = float(played.std()) / len(rounds) ** 0.5
    assert abs(sum(rounds) / len(rounds) - float(played.mean())) < 4 * spread


def test_a_blind_pick_takes_each_disc_as_often() -> None:
    """R24: with three flowers and the skull it is the skull one time in four."""
    taken = [0, 0]
    played = play_random(set_up(2), 1_500, seed=11)
    for index in range(len(played)):
        for seat, number in played.trace(index)[:9].tolist():
            if seat == CHANCE and number >= DRAW_FLOWER:
                taken[number - DRAW_FLOWER] += 1
                break
    share = taken[1] / sum(taken)
    assert sum(taken) > 200
    assert abs(share - 0.25) < 4 * (0.25 * 0.75 / sum(taken)) ** 0.5


@pytest.mark.parametrize(("players", "tribes"), SIZES)
@pytest.mark.parametrize("placement", Placement)
def test_games_are_written_and_read_back(players: int, tribes: int, placement: Placement) -> None:
    setup = set_up(players, tribes=tribes, placement=placement)
    played = play_random(setup, 3, seed=players)
    for index in range(len(played)):
        record = played.record(index)
        text = write_record(record)
        assert read_record(text) == record
        winner = Seat(int(played.results[index, 0]))
        assert text.endswith(f"result: {seat_letter(winner)}\n")
        assert last_position(record).board.round == played.rounds[index]
        assert dict(record.tags) == {"seed": str(players), "game": str(index)}


def test_positions_are_starts() -> None:
    start = [SeatStart((FLOWER, SKULL), 1), SeatStart((SKULL,)), SeatStart((FLOWER,))]
    played = play_random(set_up(3, start=start), 200, seed=1)
    text = write_record(played.record(17, ["Ana", "Bo", "Cy"]))
    assert "players: Ana, Bo, Cy\nstart: FS/1 S/0 F/0\n" in text
    assert read_record(text).setup.start == tuple(start)
    assert {1, 2} == set(played.endings.tolist())


def test_a_written_game_goes_on() -> None:
    whole = play_random(set_up(4), 1, seed=9).record(0)
    for moves in (0, 1, 5, 20, len(whole.moves) - 1):
        begun = Record(whole.names, whole.setup, whole.first, whole.moves[:moves])
        played = play_random(begun, 20, seed=moves)
        for index in range(len(played)):
            record = played.record(index)
            assert record.moves[:moves] == begun.moves
            assert read_record(write_record(record)) == record
        different = {played.record(index).moves for index in range(len(played))}
        assert len(different) > 1 or moves == len(whole.moves) - 1


def test_a_game_from_the_middle_of_nowhere_is_played_but_not_written() -> None:
    state = middle_of_a_game()
    played = play_random(state, 10)
    assert played.events(3)
    with pytest.raises(ValueError, match="began in the middle of one"):
        played.record(3)


def test_a_known_first_player_begins() -> None:
    setup = set_up(4)
    played = play_random(new_game(setup, setup.seats[2]), 5)
    assert {played.record(index).first for index in range(5)} == {2}
    assert {play_random(setup, 50).record(index).first for index in range(50)} == {0, 1, 2, 3}


def middle_of_a_game() -> State:
    game = play_out(random_setup(random.Random(3), (4, 1)), random.Random(3))
    return next(state for state in game.states if state.board.bidding is not None)


def test_a_game_that_is_over_stays_over() -> None:
    over = play_out(set_up(3), random.Random(3)).states[-1]
    assert over.board.outcome is not None
    played = play_random(over, 2)
    assert played.winners.tolist() == [over.board.outcome.winner] * 2
    assert played.moves.tolist() == [0, 0]


HAND_MADE = Setup(1, 1, SIMULTANEOUS, (WHOLE_TRIBE,))
TOO_MANY = Setup(7, 2, SIMULTANEOUS, (WHOLE_TRIBE,) * 14)
BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: play_random(HAND_MADE, 1), "1 player with 1 tribe each make 1 seat"),
    (lambda: play_random(TOO_MANY, 1), "14 seats"),
    (lambda: play_random(set_up(3), -1), "cannot be negative: -1"),
    (lambda: play_random(set_up(3), 1, threads=0), "a thread to work on, not 0"),
    (lambda: play_random(set_up(3), 1, seed=-1), "a seed is a whole number from 0"),
    (lambda: play_random(set_up(3), 1, seed=2**63), "a seed is a whole number from 0"),
    (lambda: play_random(set_up(3), 1, first_game=2**63), "a number of a game is"),
    (lambda: play_random(impossible(), 1), "the state cannot be reached by the rules of Skull"),
]


@pytest.mark.parametrize(("call", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_what_cannot_be_played_is_refused_in_one_line(
    call: Callable[[], object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        call()
    assert "\n" not in str(refusal.value)


def impossible() -> State:
    state = new_game(set_up(3), Seat(0))
    return state._replace(holdings=(Holding(()), *state.holdings[1:]))


def test_a_bad_table_is_an_illegal_setup() -> None:
    with pytest.raises(IllegalSetup):
        play_random(HAND_MADE, 1)


def test_there_is_no_game_beyond_the_batch() -> None:
    played: RandomGames = play_random(set_up(2), 3)
    with pytest.raises(IndexError, match="no game 3 in a batch of 3"):
        played.trace(3)


def test_events_bring_the_rules_to_the_same_end() -> None:
    played = play_random(set_up(6, tribes=2), 5, seed=2)
    for index in range(5):
        state = new_game(set_up(6, tribes=2))
        for event in played.events(index):
            state = evolve(state, event)
        assert state.board.outcome is not None
        assert state.board.outcome.winner == played.winners[index]
        assert state.board.outcome.seat == played.results[index, 0]
