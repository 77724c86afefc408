"""How strong a seat is by what it has: strengths by which the winners are most likely.

The model is that of Bradley and Terry: a seat wins with its part of all strengths. Each strength is
moved until as many wins are expected of it as there were. How good the bots are is fitted along, so
that a strong bot with few discs does not make few discs look strong.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

from bench.fitting.counts import Round, Standing

STEPS = 40
WINS = SKULLS = (0, 1)
DISCS = (1, 2, 3, 4)

Table = tuple[tuple[tuple[float, ...], ...], ...]
"""By wins, by whether the skull is there, by discs from one on."""


class Strengths(NamedTuple):
    """What is fitted."""

    table: Table
    """Of a seat; with a skull, no win and four discs it is 1."""

    first: float
    """How many times as strong it is for beginning the round."""


def guessed_strengths() -> Strengths:
    """Where the fit begins: every disc and every success counts."""
    table = tuple(
        tuple(tuple((1 + wins) * discs / 4 for discs in DISCS) for _ in SKULLS) for wins in WINS
    )
    return Strengths(table, 1.1)


def fitted_strengths(rounds: Counter[Round]) -> Strengths:
    """The strengths that explain the winners best."""
    fit = _Fit(rounds)
    for _ in range(STEPS):
        fit.move_strengths()
        fit.move_skills()
        fit.move_first()
    table = tuple(
        tuple(
            tuple(round(fit.strengths[Standing(wins, skull, discs)], 3) for discs in DISCS)
            for skull in SKULLS
        )
        for wins in WINS
    )
    return Strengths(table, round(fit.first, 3))


class _Fit:
    """The strengths on their way."""

    def __init__(self, rounds: Counter[Round]) -> None:
        self.rounds = rounds
        self.strengths: dict[Standing, float] = {
            Standing(wins, skull, discs): 1.0
            for wins in WINS
            for skull in SKULLS
            for discs in DISCS
        }
        self.skills: dict[str, float] = defaultdict(lambda: 1.0)
        self.first = 1.0

    def move_strengths(self) -> None:
        won: Counter[Standing] = Counter()
        expected: dict[Standing, float] = defaultdict(float)
        for start, times in self.rounds.items():
            won[start.standings[start.winner]] += times
            for seat, chance in enumerate(self._chances(start)):
                expected[start.standings[seat]] += times * chance
        for standing, strength in self.strengths.items():
            # One more of each: a standing that was hardly ever seen stays as it is.
            self.strengths[standing] = strength * (won[standing] + 1) / (expected[standing] + 1)
        scale = self.strengths[Standing(0, 1, 4)]
        self.strengths = {seat: strength / scale for seat, strength in self.strengths.items()}

    def move_skills(self) -> None:
        won: Counter[str] = Counter()
        expected: dict[str, float] = defaultdict(float)
        for start, times in self.rounds.items():
            won[start.names[start.winner]] += times
            for seat, chance in enumerate(self._chances(start)):
                expected[start.names[seat]] += times * chance
        for name, wins in expected.items():
            self.skills[name] *= (won[name] + 1) / (wins + 1)

    def move_first(self) -> None:
        won = expected = 1.0
        for start, times in self.rounds.items():
            won += times * (start.winner == start.first)
            expected += times * self._chances(start)[start.first]
        self.first *= won / expected

    def _chances(self, start: Round) -> list[float]:
        """How likely each seat wins."""
        weights = [
            self.strengths[standing] * self.skills[name] if standing.discs else 0.0
            for standing, name in zip(start.standings, start.names, strict=True)
        ]
        weights[start.first] *= self.first
        everybody = sum(weights)
        return [weight / everybody for weight in weights]
