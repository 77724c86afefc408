"""The result of a match: who won how much of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from calavera.arena.interval import Interval, wilson
from calavera.arena.plan import Plan
from calavera.arena.ratings import Rating, rate
from calavera.arena.result import GameResult, Spent


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did."""

    bot: str
    """Its label."""

    seats: int
    """On how many seats it sat, over all games: several a game where it had company of its kind."""

    wins: int
    """How many games it won."""

    rating: Rating | None
    """Its strength by openskill, where that is installed."""

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
    """Who."""

    against: str
    """The other."""

    games: int
    """How many games both sat in."""

    wins: int
    """How many of them the one won."""

    losses: int
    """How many of them the other won; the rest went to somebody else."""

    @property
    def share(self) -> float | None:
        """Of the games that either won, those of the one; none where there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None


@dataclass(frozen=True, slots=True)
class Tally:
    """The result, as far as the match has come."""

    plan: Plan
    """What was to be played."""

    games: int
    """How many games are over."""

    moves: float
    """Choices per game."""

    rounds: float
    """Rounds per game."""

    standings: tuple[Standing, ...]
    """One per bot, the best first."""

    meetings: tuple[Meeting, ...]
    """One per ordered pair of different bots, in the order of the standings."""

    spent: dict[str, Spent]
    """What each bot took for its choices; the only thing here that is not the same next time."""

    @property
    def complete(self) -> bool:
        """Whether all games are over."""
        return self.games == self.plan.games


def count(
    plan: Plan, labels: Sequence[str], games: Iterable[GameResult], spent: Sequence[Spent]
) -> Tally:
    """The tally of these games, whatever their order."""
    played = sorted(games)
    seatings = [plan.game(game.number).seating for game in played]
    winners = [seating[game.winner] for game, seating in zip(played, seatings, strict=True)]
    ratings = rate(plan, played) or (None,) * len(labels)
    standings = [
        Standing(
            label,
            sum(seating.count(bot) for seating in seatings),
            winners.count(bot),
            ratings[bot],
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
    )


def _meeting(
    labels: Sequence[str], tables: Sequence[tuple[frozenset[int], int]], one: int, other: int
) -> Meeting:
    won = [winner for table, winner in tables if one in table and other in table]
    return Meeting(labels[one], labels[other], len(won), won.count(one), won.count(other))
