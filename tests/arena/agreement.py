"""The same games in the simulator and in the rules, every position compared: `make agree`.

At each position of a game, also before and after chance, the whole state is compared, and each
seat's legal actions and view. Games come from both sides. The simulator plays random games from
every kind of table and from the middle of games, and the rules check each move; and the simulator
replays games of the rules, with mats shown at any time.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy

from calavera.arena.compiled.entry_points import (
    play_games,
    retrace,
    trace_game,
    write_masks,
    write_observations,
)
from calavera.arena.compiled.layout import WORDS
from calavera.arena.encoding.action_numbers import ACTIONS, CHANCE, number_of, number_of_chance
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.encoding.observation import OBSERVATION, assembled, seat_rows, table_row
from calavera.arena.simulator.packing import packed, row_of, words_of
from calavera.arena.simulator.random_games import MOST_MOVES
from calavera.arena.simulator.telling import happened
from calavera.arena.simulator.threads import cores
from calavera.arena.simulator.unpacking import game_of, unpacked
from calavera.rules import (
    Action,
    Bid,
    Event,
    OwnSeat,
    Place,
    Player,
    Seat,
    State,
    Viewer,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    view,
)
from tests.games import SIZES, choices, random_setup

WEIGHTS = [(players * tribes) ** -1.5 for players, tribes in SIZES]
"""Weights of table sizes: a game of twelve takes as long as a hundred of two."""

PATIENCE = 0.95

UNPACKED_EACH = 16
"""Interval of positions that are also unpacked; the words of every position are compared."""


@dataclass(frozen=True)
class Compared:
    """How much was found equal."""

    games: int = 0
    positions: int = 0
    views: int = 0

    def __add__(self, other: "Compared") -> "Compared":
        return Compared(
            self.games + other.games,
            self.positions + other.positions,
            self.views + other.views,
        )


def compare(seed: int, number: int) -> Compared:
    """Plays one game in both and compares it; raises AssertionError if they differ."""
    rng = random.Random(f"{seed}/{number}")
    (size,) = rng.choices(SIZES, WEIGHTS)
    start = new_game(random_setup(rng, size))
    if number % 4 == 0:
        return compare_moves(start, moves_of_the_rules(start, rng, patient=rng.random() < 0.5))
    if number % 4 == 1:
        start = _middle_of_a_game(start, rng)
    return compare_moves(start, moves_of_the_simulator(start, seed, number))


def moves_of_the_simulator(start: State, seed: int, number: int) -> Bytes:
    """A random game of the simulator; its reported outcome is checked too."""
    row, trace = row_of(packed(start)), numpy.empty((MOST_MOVES, 2), numpy.int8)
    result, end = numpy.empty((1, 4), numpy.int16), numpy.empty(WORDS, numpy.int64)
    play_games(row, seed, number, result)
    moves = trace[: trace_game(row, seed, number, trace, end)]
    assert _positions(start, moves)[-1].tolist() == end.tolist()
    moment = game_of(end).moment
    assert result[0].tolist() == [moment.winner, moment.ending, moment.round, len(moves)]
    return moves


def moves_of_the_rules(start: State, rng: random.Random, *, patient: bool) -> Bytes:
    """A random game of the rules in the simulator's numbers, with shows at any time.

    Patient players place most of their discs and raise by little: random play hardly ever puts
    more than a dozen discs on a table.
    """
    moves: list[tuple[int, int]] = []
    state = start
    while state.board.outcome is None:
        move, events = _any_move(state, rng, patient=patient)
        moves.append(move)
        for event in events:
            state = evolve(state, event)
    return numpy.array(moves, numpy.int8)


def _any_move(
    state: State, rng: random.Random, *, patient: bool = False
) -> tuple[tuple[int, int], tuple[Event, ...]]:
    outcomes = chance_outcomes(state)
    if outcomes:
        events, weights = zip(*outcomes, strict=True)
        event = rng.choices(events, [float(weight) for weight in weights])[0]
        return (CHANCE, number_of_chance(event)), (event,)
    can = choices(state)
    if patient and rng.random() < PATIENCE:
        can = _patient(can)
    seat, action = rng.choice(can)
    return (seat, number_of(action, seat, len(state.board.mats))), decide(state, seat, action)


def _patient(can: list[tuple[Seat, Action]]) -> list[tuple[Seat, Action]]:
    """The placements, or else the lowest raise, or else anything."""
    placements = [choice for choice in can if isinstance(choice[1], Place)]
    raises = [choice for choice in can if isinstance(choice[1], Bid)]
    return placements or raises[:1] or can


def _middle_of_a_game(state: State, rng: random.Random) -> State:
    """A position in the middle, possibly at chance's turn or with shown mats."""
    for _ in range(rng.randrange(1, 60)):
        after = state
        for event in _any_move(state, rng)[1]:
            after = evolve(after, event)
        if after.board.outcome is not None:
            break
        state = after
    return state


def compare_moves(start: State, moves: Bytes) -> Compared:
    """Plays the moves in both; every position, legal set and view must be equal."""
    positions = _positions(start, moves)
    count = len(start.board.mats)
    setup = start.board.setup
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    masks = [_masks(positions, seat) for seat in range(count)]
    observations = [_observations(positions, seat) for seat in range(count)]
    for index, state in enumerate(_states(start, moves)):
        row = positions[index].tolist()
        same = row == words_of(packed(state))
        if index % UNPACKED_EACH == 0 or index == len(moves):
            same = same and unpacked(game_of(row)) == state
        for own, observation in views(state, viewers):
            same = same and masks[own.seat][index].tobytes() == mask_of(own, count)
            same = same and observations[own.seat][index].tobytes() == observation
        assert same, f"{start} after {moves[:index].tolist()}: {unpacked(game_of(row))} != {state}"
    return Compared(1, len(positions), len(positions) * count)


def _states(state: State, moves: Bytes) -> Iterator[State]:
    yield state
    for seat, number in moves.tolist():
        assert (seat == CHANCE) == bool(chance_outcomes(state))
        for event in happened(state, seat, number):
            state = evolve(state, event)
        yield state


def views(state: State, viewers: list[Viewer]) -> Iterator[tuple[OwnSeat, bytes]]:
    """Each seat with what its player sees, and that as a row."""
    table, seats = table_row(state.board), seat_rows(state.board)
    for viewer in viewers:
        seen = view(state, viewer)
        assert seen.board is state.board  # so that the public part can be shared
        for own in seen.own:
            others = [other.holding for other in seen.own if other is not own]
            yield own, assembled(table, seats, own.seat, [own.holding, *others])


def mask_of(own: OwnSeat, seats: int) -> bytes:
    """The legal set of `calavera.rules` as a mask."""
    mask = bytearray(ACTIONS)
    for action in own.legal:
        mask[number_of(action, own.seat, seats)] = 1
    return bytes(mask)


def _positions(start: State, moves: Bytes) -> Words:
    positions = numpy.empty((len(moves) + 1, WORDS), numpy.int64)
    retrace(row_of(packed(start)), moves, positions)
    return positions


def _masks(positions: Words, seat: int) -> Bytes:
    masks = numpy.empty((len(positions), ACTIONS), numpy.int8)
    write_masks(positions, numpy.full(len(positions), seat), masks)
    return masks


def _observations(positions: Words, seat: int) -> Bytes:
    rows = numpy.empty((len(positions), OBSERVATION), numpy.int8)
    write_observations(positions, numpy.full(len(positions), seat), rows)
    return rows


def compare_some(seed: int, begin: int, end: int) -> Compared:
    """One task of the long run."""
    compared = Compared()
    for number in range(begin, end):
        compared += compare(seed, number)
    return compared


def main() -> None:
    """The long run, on all cores, with its progress."""
    parser = argparse.ArgumentParser(prog="make agree", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    compare(asked.seed, 0)  # compiled once here, before the workers need it
    compare(asked.seed, 1)
    piece = 100
    begins = range(0, asked.games, piece)
    done, began = Compared(), time.monotonic()
    with ProcessPoolExecutor(cores()) as pool:
        pieces = [
            pool.submit(compare_some, asked.seed, begin, min(begin + piece, asked.games))
            for begin in begins
        ]
        for one in pieces:
            done += one.result()
            _tell(done, asked.games, time.monotonic() - began)
    print("\nevery position, legal set and view is the same")


def _tell(done: Compared, games: int, seconds: float) -> None:
    line = (
        f"{done.games:,} of {games:,} games, {done.positions:,} positions,"
        f" {done.views:,} views and legal sets, {seconds:,.0f} s"
    )
    print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)


if __name__ == "__main__":
    main()
