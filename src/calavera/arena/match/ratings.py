"""Ratings of bots by the games they won, with openskill."""

from collections.abc import Iterable
from typing import NamedTuple

from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import GameResult


class Rating(NamedTuple):
    """A rating by the Plackett-Luce model; a newcomer has 25 ± 8.3."""

    mu: float
    sigma: float  # how unsure it is


def rate(plan: MatchPlan, games: Iterable[GameResult]) -> tuple[Rating, ...] | None:
    """A rating per bot, the games taken in the order of their numbers; none without openskill.

    Skull has a winner and no second place, so all others share the second. Where a bot has several
    seats, each is rated as a player of its own and the bot is moved by all of them: so it gains
    nothing by sitting at a table more often than others.
    """
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415  # of the extra `research`
    except ModuleNotFoundError:
        return None
    model = PlackettLuce(tau=0.0)  # a bot does not grow in a match: let the guess settle
    ratings = [Rating(model.mu, model.sigma) for _ in plan.bots]
    for game in sorted(games):
        seating = plan.game(game.number).seating
        teams = [[model.rating(*ratings[bot])] for bot in seating]
        ranks = [1 if player == game.winner else 2 for player in range(plan.seats)]
        after = [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]
        moved = list(ratings)
        for bot, (mu, sigma) in zip(seating, after, strict=True):
            old = ratings[bot]
            moved[bot] = Rating(moved[bot].mu + mu - old.mu, moved[bot].sigma * sigma / old.sigma)
        ratings = moved
    return tuple(ratings)
