"""The result of a match: who won how much of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from calavera.arena.interval import Interval, wilson
from calavera.arena.match.elo import EloDifference, elo_differences
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.ratings import Rating, rate
from calavera.arena.match.result import GameResult, TimeSpent
from calavera.arena.match.sequence import SprtProgress


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did."""

    bot: str
    # On how many seats it sat, over all games: several a game where it had company of its kind.
    seats: int
    wins: int  # how many games it won
    rating: Rating | None  # its strength by openskill, where that is installed
    faults: int = 0  # how many games it lost by a fault

    @property
    def share(self) -> float:
        """Wins per seat: with equal bots, one in as many as a table has seats."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> Interval:
        """Where its true share lies."""
        return wilson(self.wins, self.seats)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one bot did against another: over the games in which both sat at the table."""

    bot: str
    against: str
    games: int  # how many games both sat in
    wins: int  # how many of them the one won
    losses: int  # how many of them the other won; the rest went to somebody else

    @property
    def share(self) -> float | None:
        """The first bot's share of the games that either won; None if there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None


@dataclass(frozen=True, slots=True)
class Tally:
    """The result, as far as the match has come."""

    plan: MatchPlan  # what was to be played
    games: int  # how many games are over
    moves: float  # choices per game
    rounds: float  # rounds per game
    standings: tuple[Standing, ...]  # one per bot, the best first
    # One per ordered pair of different bots, in the order of the standings.
    meetings: tuple[Meeting, ...]
    # What each bot took for its choices; the only thing here that is not the same next time.
    spent: dict[str, TimeSpent]
    # One per ordered pair of different bots; none where a distance is not bounded.
    elo: tuple[EloDifference, ...] | None
    test: SprtProgress | None = None  # how far the sequential test has come

    @property
    def complete(self) -> bool:
        """Whether all games are over, or the test is."""
        is_decided = self.test is not None and self.test.verdict is not None
        return is_decided or self.games == self.plan.games


def count(
    plan: MatchPlan,
    labels: Sequence[str],
    games: Iterable[GameResult],
    spent: Sequence[TimeSpent],
    test: SprtProgress | None = None,
) -> Tally:
    """The tally of these games, whatever their order."""
    played = sorted(games)
    seatings = [plan.game(game.number).seating for game in played]
    winners = [seating[game.winner] for game, seating in zip(played, seatings, strict=True)]
    faulty = [
        seating[game.loser]
        for game, seating in zip(played, seatings, strict=True)
        if game.loser is not None
    ]
    ratings = rate(plan, played) or (None,) * len(labels)
    standings = [
        Standing(
            label,
            sum(seating.count(bot) for seating in seatings),
            winners.count(bot),
            ratings[bot],
            faulty.count(bot),
        )
        for bot, label in enumerate(labels)
    ]
    standings.sort(key=lambda standing: -standing.share)
    order = [labels.index(standing.bot) for standing in standings]
    tables = list(zip(map(frozenset, seatings), winners, strict=True))
    return Tally(
        plan,
        len(played),
        sum(game.moves for game in played) / max(1, len(played)),
        sum(game.rounds for game in played) / max(1, len(played)),
        tuple(standings),
        tuple(_meeting(labels, tables, *pair) for pair in permutations(order, 2)),
        dict(zip(labels, spent, strict=True)),
        elo_differences(plan, labels, played),
        test,
    )


def _meeting(
    labels: Sequence[str], tables: Sequence[tuple[frozenset[int], int]], one: int, other: int
) -> Meeting:
    won = [winner for table, winner in tables if one in table and other in table]
    return Meeting(labels[one], labels[other], len(won), won.count(one), won.count(other))
