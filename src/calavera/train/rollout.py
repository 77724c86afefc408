"""Self-play: games in lockstep, a batch of decisions at a time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy

from calavera.arena.compiled.arrays import Words
from calavera.arena.compiled.dice import checked_seed
from calavera.arena.compiled.game import WORDS
from calavera.arena.simulator.start import row_of_start
from calavera.bots.champion.choices import choice_count
from calavera.bots.champion.inputs import input_count
from calavera.rules import set_up
from calavera.train.endings import ending_values
from calavera.train.lockstep import (
    LEARNER,
    Episodes,
    Games,
    Gathered,
    Lineup,
    Rules,
    Run,
    begin_games,
    step_games,
)
from calavera.train.seeing import Inputs
from calavera.train.suspecting import REMEMBERED, STYLES
from calavera.train.tracking import TRACKED

LONGEST = 64
"""How many decisions of a game are kept for each seat: more than nearly any game has."""

_SPARE = 16
"""Room for what all games together may finish with one step, in decisions a game."""

SMOOTHING = 0.95
"""Lambda of generalised advantage estimation."""


class Policy(Protocol):
    """A network as far as a rollout needs it."""

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        """Logits and expected wins for each row of inputs."""
        ...


class Company(NamedTuple):
    """Opponents in some share of the games."""

    share: float
    opponent: int = LEARNER
    """A network's number, or a scripted player of `regulars`."""

    learners: int = 0
    """How many seats the learner plays; 0 is any number but all."""


class Score(NamedTuple):
    """How the learner did in one company."""

    games: int
    seats: float
    """Mean number of seats that it played."""

    wins: float
    """Mean number of games that it won, of 1; with several seats their wins together."""

    error: float
    """The standard error of that."""


def lineup_of(company: Sequence[Company]) -> Lineup:
    """The same as arrays; shares are scaled to add up to 1."""
    shares = numpy.cumsum([each.share for each in company])
    return Lineup(
        shares / shares[-1],
        numpy.array([each.opponent for each in company], numpy.int64),
        numpy.array([each.learners for each in company], numpy.int64),
        numpy.zeros((len(company), 4)),
    )


def score_of(lineup: Lineup, place: int) -> Score:
    """The games so far of one place."""
    games, seats, wins, squares = lineup.scores[place].tolist()
    if not games:
        return Score(0, 0.0, 0.0, 0.0)
    mean = wins / games
    return Score(
        int(games), seats / games, mean, (max(squares / games - mean**2, 0) / games) ** 0.5
    )


class Rollout:
    """Games under way at tables of some sizes.

    What is played depends on the seed, the networks and the lineups alone. A lineup may change
    between two calls, as long as it has the same places.
    """

    def __init__(
        self, sizes: Sequence[int], slots: int, games: int, seed: int, scored: int = 2**62
    ) -> None:
        inputs, choices, room = input_count(slots), choice_count(slots), LONGEST * slots
        self._games = Games(
            numpy.arange(games),
            numpy.zeros((games, WORDS), numpy.int64),
            numpy.zeros(games, numpy.uint64),
            numpy.zeros((games, slots, TRACKED)),
            numpy.zeros((games, slots, STYLES, REMEMBERED)),
            numpy.zeros((games, slots), numpy.int64),
            numpy.zeros(games, numpy.int64),
            numpy.zeros(games, numpy.int64),
            numpy.zeros((games, inputs), numpy.float32),
            numpy.zeros((games, choices), numpy.bool_),
        )
        self._episodes = Episodes(
            numpy.zeros(games, numpy.int64),
            numpy.zeros((games, room), numpy.int64),
            numpy.zeros((games, room, inputs), numpy.float32),
            numpy.zeros((games, room, choices), numpy.bool_),
            numpy.zeros((games, room), numpy.int64),
            numpy.zeros((games, room), numpy.float32),
            numpy.zeros((games, room), numpy.float32),
        )
        self._rules = Rules(_starts(sizes), ending_values(), checked_seed(seed), SMOOTHING, scored)
        self._logits = numpy.zeros((games, choices), numpy.float32)
        self._values = numpy.zeros(games, numpy.float32)
        self._begun = False

    def gather(self, policies: Mapping[int, Policy], lineup: Lineup, decisions: int) -> Gathered:
        """Plays on until at least so many decisions of the learner are in finished games."""
        run = self._run(lineup)
        gathered = self._room(decisions + _SPARE * len(self._games.rows))
        while gathered.filled[0] < decisions:
            self._step(run, policies, gathered)
        part = slice(int(gathered.filled[0]))
        return Gathered(
            gathered.filled,
            gathered.inputs[part],
            gathered.masks[part],
            gathered.choices[part],
            gathered.chances[part],
            gathered.values[part],
            gathered.advantages[part],
        )

    def score(self, policies: Mapping[int, Policy], lineup: Lineup) -> None:
        """Plays until all games that are scored are finished."""
        run, nothing = self._run(lineup), self._room(0)
        while self._games.numbers.min() < self._rules.scored:
            self._step(run, policies, nothing)

    def _run(self, lineup: Lineup) -> Run:
        run = Run(self._games, self._episodes, lineup, self._rules)
        if not self._begun:
            begin_games(run)
            self._begun = True
        return run

    def _step(self, run: Run, policies: Mapping[int, Policy], gathered: Gathered) -> None:
        games = self._games
        acting = games.policies[numpy.arange(len(games.seats)), games.seats]
        for number, policy in policies.items():
            where = numpy.flatnonzero(acting == number)
            if len(where):
                logits, self._values[where] = policy(games.inputs[where])
                self._logits[where, : logits.shape[1]] = logits
        step_games(run, self._logits, self._values, gathered)

    def _room(self, decisions: int) -> Gathered:
        inputs, choices = self._games.inputs.shape[1], self._games.masks.shape[1]
        return Gathered(
            numpy.zeros(1, numpy.int64),
            numpy.empty((decisions, inputs), numpy.float32),
            numpy.empty((decisions, choices), numpy.bool_),
            numpy.empty(decisions, numpy.int64),
            numpy.empty(decisions, numpy.float32),
            numpy.empty(decisions, numpy.float32),
            numpy.empty(decisions, numpy.float32),
        )


def _starts(sizes: Sequence[int]) -> Words:
    """A new game at a table of each size."""
    return numpy.stack([row_of_start(set_up(size)) for size in sizes])
