"""Batches of random games, and any one of them in full."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy

from calavera.arena.compiled.entry_points import play_games, trace_game
from calavera.arena.compiled.layout import WORDS
from calavera.arena.compiled.splitmix import checked_seed
from calavera.arena.encoding.arrays import Bytes, Results
from calavera.arena.simulator.start import Start, row_of_start, state_of
from calavera.arena.simulator.telling import told, written
from calavera.arena.simulator.threads import in_pieces
from calavera.record import Record
from calavera.rules import Event

MOST_MOVES: Final = 12_000
"""No game is longer: at most 61 rounds, each with fewer than 160 moves."""

_SEAT, _ENDING, _ROUNDS, _MOVES = range(4)


@dataclass(frozen=True, eq=False)
class RandomGames:
    """How a batch of games ended. Each can be played again in full from the seed and its number."""

    start: Start
    """Where each began."""

    seed: int
    """What all chance in them came from."""

    first_game: int
    """The number of the first game of the batch."""

    results: Results
    """A row a game: winning seat, ending (1 second success, 2 last one in), rounds, moves."""

    def __len__(self) -> int:
        return len(self.results)

    @property
    def winners(self) -> Results:
        """The winning player of each game."""
        players = state_of(self.start).board.setup.players
        return numpy.remainder(self.results[:, _SEAT], players)

    @property
    def endings(self) -> Results:
        """How each ended: 1 by a second success (R30), 2 because one player was left (R31)."""
        return self.results[:, _ENDING]

    @property
    def rounds(self) -> Results:
        """The number of each game's last round."""
        return self.results[:, _ROUNDS]

    @property
    def moves(self) -> Results:
        """How many moves each took from the start, chance's among them."""
        return self.results[:, _MOVES]

    def trace(self, index: int) -> Bytes:
        """The moves of one game: a row of seat and number each, as in `docs/arrays.md`."""
        if not 0 <= index < len(self):
            raise IndexError(f"there is no game {index} in a batch of {len(self)}")
        trace = numpy.empty((MOST_MOVES, 2), numpy.int8)
        end = numpy.empty(WORDS, numpy.int64)
        number = self.first_game + index
        moves = trace_game(row_of_start(self.start), self.seed, number, trace, end)
        return trace[:moves]

    def events(self, index: int) -> list[Event]:
        """The events of one game since its start, checked by the rules."""
        return told(state_of(self.start), self.trace(index))

    def record(self, index: int, names: Sequence[str] | None = None) -> Record:
        """One game as a record, for `write_record` to make a `.skull` text of.

        Raises ValueError where the batch began in the middle of a game that nobody wrote down.
        """
        tags = {"seed": str(self.seed), "game": str(self.first_game + index)}
        return written(self.start, self.trace(index), names, tags)


def play_random(
    start: Start,
    games: int,
    *,
    seed: int = 0,
    first_game: int = 0,
    threads: int | None = None,
) -> RandomGames:
    """Plays games in which every legal action is as likely as any other, shows left out.

    A game depends on the start, the seed and its own number alone: not on how many threads play
    (all cores where none is said), nor on how a batch is split.
    """
    if games < 0:
        raise ValueError(f"the number of games cannot be negative: {games}")
    row, seed = row_of_start(start), checked_seed(seed, "seed")
    checked_seed(first_game + games, "number of a game")
    results = numpy.empty((games, 4), numpy.int16)

    def play(begin: int, end: int) -> None:
        play_games(row, seed, first_game + begin, results[begin:end])

    in_pieces(play, games, threads)
    return RandomGames(start, seed, first_game, results)
