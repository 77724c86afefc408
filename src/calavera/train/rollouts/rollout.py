"""Self-play: games in lockstep, a batch of decisions at a time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy

from calavera.arena.compiled.layout import WORDS
from calavera.arena.compiled.splitmix import checked_seed
from calavera.bots.network.choices import choice_count
from calavera.bots.network.inputs import input_count
from calavera.train.compiled.ending_values import ending_values
from calavera.train.compiled.lockstep import (
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
from calavera.train.compiled.seeing import Inputs
from calavera.train.compiled.tracking import TRACKED
from calavera.train.rollouts.starts import starts

LONGEST = 64
"""Decisions kept per seat and game: more than nearly any game has."""

_HEADROOM = 16
"""Decisions per game by which a batch may exceed its size in the last step."""

SMOOTHING = 0.95
"""Lambda of generalised advantage estimation."""


class Policy(Protocol):
    """What a rollout needs of a network."""

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        """Logits and expected wins for each row of inputs."""
        ...


class Company(NamedTuple):
    """Opponents in some share of the games."""

    share: float
    opponent: int = LEARNER
    """A network's index, or a scripted player of `regulars`."""

    learners: int = 0
    """How many seats the learner plays; 0 is any number but all."""


class Score(NamedTuple):
    """The learner's results in one company."""

    games: int
    seats: float
    """Mean number of its seats."""

    wins: float
    """Mean wins per game, all its seats together."""

    error: float
    """The standard error of `wins`."""


def lineup_of(company: Sequence[Company]) -> Lineup:
    """The lineup as arrays; shares are scaled to sum to 1."""
    shares = numpy.cumsum([each.share for each in company])
    return Lineup(
        shares / shares[-1],
        numpy.array([each.opponent for each in company], numpy.int64),
        numpy.array([each.learners for each in company], numpy.int64),
        numpy.zeros((len(company), 4)),
    )


def score_of(lineup: Lineup, place: int) -> Score:
    """The score so far of one entry."""
    games, seats, wins, squares = lineup.scores[place].tolist()
    if not games:
        return Score(0, 0.0, 0.0, 0.0)
    mean = wins / games
    return Score(
        int(games), seats / games, mean, (max(squares / games - mean**2, 0) / games) ** 0.5
    )


class Rollout:
    """Running games at tables of some sizes.

    The games depend only on the seed, the networks and the lineups. A lineup may change between two
    calls if its entries stay the same.
    """

    def __init__(  # noqa: PLR0913  # the games, then how they end
        self,
        sizes: Sequence[int],
        slots: int,
        games: int,
        seed: int,
        *,
        scored: int = 2**62,
        solved: bool = True,
        endings: float = 0.0,
    ) -> None:
        inputs, choices, room = input_count(slots), choice_count(slots), LONGEST * slots
        self._games = Games(
            numpy.arange(games),
            numpy.zeros((games, WORDS), numpy.int64),
            numpy.zeros(games, numpy.uint64),
            numpy.zeros((games, slots, TRACKED)),
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
        self._rules = Rules(
            *starts(sizes, slots, endings, seed),
            ending_values(),
            solved,
            checked_seed(seed),
            SMOOTHING,
            scored,
        )
        self._logits = numpy.zeros((games, choices), numpy.float32)
        self._values = numpy.zeros(games, numpy.float32)
        self._begun = False

    def gather(self, policies: Mapping[int, Policy], lineup: Lineup, decisions: int) -> Gathered:
        """Plays until finished games have at least `decisions` decisions of the learner."""
        run = self._run(lineup)
        gathered = self._room(decisions + _HEADROOM * len(self._games.rows))
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
        """Plays until all scored games are finished."""
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
