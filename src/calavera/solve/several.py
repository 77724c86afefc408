"""Three players and more: an equilibrium, sampled, and how good it is.

With three players there is no single value: there are many equilibria, worth different things. What
is found here is *an* equilibrium, or nearly one, by external-sampling Monte Carlo CFR (Lanctot and
others, 2009) with full recall; and its NashConv, which is exact: what all players together could
gain if each of them alone answered the others as well as can be. In an equilibrium that is 0.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

from calavera.rules import SeatStart
from calavera.solve.moments import Moment, Moments
from calavera.solve.position import seat_start

BREATH: Final = 100
"""Rounds of sampling between two looks at the clock."""


class Standing(NamedTuple):
    """Where a player stands when a round begins."""

    discs: int
    wins: int
    belief: float
    """How likely it has its skull."""

    @property
    def kinds(self) -> tuple[tuple[SeatStart, float], ...]:
        """What it may have, and how likely."""
        kinds = [(skull, self.belief if skull else 1.0 - self.belief) for skull in (True, False)]
        return tuple(
            (seat_start(self.discs, self.wins, skull=skull), share)
            for skull, share in kinds
            if share > 0.0
        )


@dataclass
class _Choice:
    """What a player has learnt about one thing it may know."""

    regrets: list[float]
    taken: list[float]

    def shares(self) -> list[float]:
        """What to do next: in proportion to what was regretted."""
        positive = [max(regret, 0.0) for regret in self.regrets]
        total = sum(positive)
        if total <= 0.0:
            return [1.0 / len(positive)] * len(positive)
        return [regret / total for regret in positive]

    def average(self) -> list[float]:
        """What was done over time: this is what becomes an equilibrium."""
        total = sum(self.taken)
        if total <= 0.0:
            return [1.0 / len(self.taken)] * len(self.taken)
        return [share / total for share in self.taken]


@dataclass(frozen=True)
class Found:
    """An equilibrium, or nearly."""

    shares: tuple[float, ...]
    """How likely each player wins."""

    gains: tuple[float, ...]
    """What each could gain alone; none could gain more."""

    samples: int
    """How often every player was sampled."""

    @property
    def nash_conv(self) -> float:
        """The gains of all together: 0 in an equilibrium."""
        return sum(self.gains)


Deal = tuple[int, tuple[int, ...], float]
"""A moment to begin with, what each player knows then, and how likely it is."""


@dataclass
class SeveralPlayers:
    """A game of several from the start of a round, the first seat to begin."""

    seats: Sequence[Standing]
    seed: int = 0
    samples: int = 0
    _choices: list[dict[int, _Choice]] = field(default_factory=list)
    _known: list[dict[tuple[int, int], int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._moments = Moments(len(self.seats))
        self._choices = [{} for _ in self.seats]
        self._known = [{} for _ in self.seats]
        self._dice = random.Random(self.seed)
        self._deals = [self._deal(kinds) for kinds in product(*(s.kinds for s in self.seats))]

    def sample(self, seconds: float, tell: Callable[[int], None] = lambda _: None) -> None:
        """Play against oneself for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.sample_times(BREATH)
            tell(self.samples)

    def sample_times(self, times: int) -> None:
        """Sample every player so many times."""
        weights = [chance for _, _, chance in self._deals]
        for _ in range(times):
            for player in range(len(self.seats)):
                (deal,) = self._dice.choices(self._deals, weights)
                self._sampled(deal[0], deal[1], player)
            self.samples += 1

    def found(self) -> Found:
        """How likely each wins by now, and what each could gain alone: exact."""
        shares = [0.0] * len(self.seats)
        for number, knows, chance in self._deals:
            for player, share in enumerate(self._worth(number, knows)):
                shares[player] += chance * share
        gains = [
            _BestAnswer(self, player).value() - shares[player] for player in range(len(self.seats))
        ]
        return Found(tuple(shares), tuple(gains), self.samples)

    def at(self, number: int) -> Moment:
        """What can happen in a moment."""
        return self._moments.at(number)

    @property
    def deals(self) -> list[Deal]:
        """All ways to begin."""
        return self._deals

    def after(self, knows: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...]:
        """What everybody knows after something happened."""
        return tuple(
            known.setdefault((knowledge, sight), len(known) + 1)
            for known, knowledge, sight in zip(self._known, knows, seen, strict=True)
        )

    def average(self, player: int, knowledge: int, count: int) -> list[float]:
        """What a player does on average in something it knows."""
        choice = self._choices[player].get(knowledge)
        return choice.average() if choice is not None else [1.0 / count] * count

    def _deal(self, kinds: tuple[tuple[SeatStart, float], ...]) -> Deal:
        chance = 1.0
        for _, share in kinds:
            chance *= share
        seen = tuple(self._moments.seen(str(start)) for start, _ in kinds)
        knows = self.after((0,) * len(kinds), seen)
        return self._moments.begin([start for start, _ in kinds]), knows, chance

    def _sampled(self, number: int, knows: tuple[int, ...], player: int) -> float:
        """What a player wins from here in a sample, and what it learns on the way."""
        winner, actor, branches = self._moments.at(number)
        if winner is not None:
            return float(winner == player)
        if actor is None:
            (branch,) = self._dice.choices(branches, [branch.share for branch in branches])
            return self._sampled(branch.then, self.after(knows, branch.seen), player)
        choice = self._choice(actor, knows[actor], len(branches))
        shares = choice.shares()
        if actor != player:
            for place, share in enumerate(shares):
                choice.taken[place] += share
            (branch,) = self._dice.choices(branches, shares)
            return self._sampled(branch.then, self.after(knows, branch.seen), player)
        values = [
            self._sampled(branch.then, self.after(knows, branch.seen), player)
            for branch in branches
        ]
        value = sum(share * each for share, each in zip(shares, values, strict=True))
        for place, each in enumerate(values):
            choice.regrets[place] += each - value
        return value

    def _choice(self, player: int, knowledge: int, count: int) -> _Choice:
        choices = self._choices[player]
        if knowledge not in choices:
            choices[knowledge] = _Choice([0.0] * count, [0.0] * count)
        return choices[knowledge]

    def _worth(self, number: int, knows: tuple[int, ...]) -> list[float]:
        """How likely each player wins from here, if all do what they do on average."""
        winner, actor, branches = self._moments.at(number)
        if winner is not None:
            return [float(player == winner) for player in range(len(self.seats))]
        shares = [branch.share for branch in branches]
        if actor is not None:
            shares = self.average(actor, knows[actor], len(branches))
        worth = [0.0] * len(self.seats)
        for branch, share in zip(branches, shares, strict=True):
            if share > 0.0:
                after = self._worth(branch.then, self.after(knows, branch.seen))
                worth = [old + share * new for old, new in zip(worth, after, strict=True)]
        return worth


class _BestAnswer:
    """The best that one player can do against the others' averages."""

    def __init__(self, game: SeveralPlayers, player: int) -> None:
        self._game, self._player = game, player

    def value(self) -> float:
        """How likely it wins then."""
        return self._best(
            [(number, knows, chance) for number, knows, chance in self._game.deals if chance > 0.0]
        )

    def _best(self, open_: list[Deal]) -> float:
        """What it wins from several histories, between which it may not be able to tell."""
        won, waiting = 0.0, dict[int, list[Deal]]()
        while open_:
            number, knows, chance = open_.pop()
            winner, actor, branches = self._game.at(number)
            if winner is not None:
                won += chance if winner == self._player else 0.0
                continue
            if actor == self._player:
                waiting.setdefault(knows[actor], []).append((number, knows, chance))
                continue
            shares = [branch.share for branch in branches]
            if actor is not None:
                shares = self._game.average(actor, knows[actor], len(branches))
            for branch, share in zip(branches, shares, strict=True):
                if share > 0.0:
                    after = self._game.after(knows, branch.seen)
                    open_.append((branch.then, after, chance * share))
        return won + sum(self._chosen(histories) for histories in waiting.values())

    def _chosen(self, histories: list[Deal]) -> float:
        """The best of the moves where it knows one thing; it holds for all these histories."""
        moves = len(self._game.at(histories[0][0]).branches)
        best = 0.0
        for move in range(moves):
            then = []
            for number, knows, chance in histories:
                branch = self._game.at(number).branches[move]
                then.append((branch.then, self._game.after(knows, branch.seen), chance))
            best = max(best, self._best(then))
        return best
