"""Elo differences of the bots of a match, with error bars.

A seat's strength is ten to the power of its bot's rating over 400, and a seat wins with a chance
in proportion to its strength. The ratings are those by which every bot would be expected to win as
many games as it has won. Luck is shared within a block, so the error is measured between blocks.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from calavera.arena.interval import student_t
from calavera.arena.match.match_plan import MatchPlan, PlannedGame
from calavera.arena.match.result import GameResult

PER_UNIT: Final = 400 / math.log(10)
"""Elo points per unit of the natural logarithm of strength."""

STEPS: Final = 100
SMALL: Final = 1e-9

Mix = tuple[int, ...]
"""How many players of each bot sit at a table with a disc at the start."""


class EloDifference(NamedTuple):
    """How much stronger one bot is than another."""

    bot: str
    against: str
    elo: float
    error: float | None
    """Half of the 95 % interval; none with less than two blocks."""


def mix_of(plan: MatchPlan, game: PlannedGame) -> Mix:
    """How many players of each bot are in when a game starts."""
    setup = game.setup
    owners = {setup.owner(seat) for seat in setup.seats_in}
    counts = [0] * len(plan.bots)
    for player in owners:
        counts[game.seating[player]] += 1
    return tuple(counts)


def expected_score(plan: MatchPlan, elo: float) -> float:
    """The share of games the first of two bots wins if it is stronger by that much."""
    strength = 10 ** (elo / 400)
    total = 0.0
    for (own, other), games in _mixes(plan).items():
        total += games * own * strength / (own * strength + other)
    return total / (plan.cycle * plan.block)


@lru_cache(maxsize=8)
def _mixes(plan: MatchPlan) -> Counter[Mix]:
    """What the games of a cycle are made of."""
    return Counter(mix_of(plan, plan.game(number)) for number in range(plan.cycle * plan.block))


def elo_differences(
    plan: MatchPlan, labels: Sequence[str], games: Iterable[GameResult]
) -> tuple[EloDifference, ...] | None:
    """One for each ordered pair of bots, from whole blocks.

    None if there is no whole block, or some bots never won against some others: their distance is
    not bounded.
    """
    blocks = _whole_blocks(plan, games)
    if not blocks or not _is_bounded(len(labels), blocks):
        return None
    ratings = _ratings(len(labels), blocks)
    spread = _spread(ratings, blocks) if len(blocks) > 1 else None
    found = []
    for one, bot in enumerate(labels):
        for other, against in enumerate(labels):
            if one == other:
                continue
            error = None
            if spread is not None:
                variance = spread[one][one] + spread[other][other] - 2 * spread[one][other]
                error = PER_UNIT * student_t(len(blocks) - 1) * math.sqrt(max(0.0, variance))
            elo = PER_UNIT * (ratings[one] - ratings[other])
            found.append(EloDifference(bot, against, elo, error))
    return tuple(found)


Block = Counter[tuple[Mix, int]]
"""How many games with each mix each bot has won."""


def _whole_blocks(plan: MatchPlan, games: Iterable[GameResult]) -> list[Block]:
    blocks: dict[int, Block] = {}
    for game in games:
        planned = plan.game(game.number)
        played = mix_of(plan, planned), planned.seating[game.winner]
        blocks.setdefault(game.number // plan.block, Counter())[played] += 1
    return [block for _, block in sorted(blocks.items()) if block.total() == plan.block]


def _is_bounded(bots: int, blocks: Sequence[Block]) -> bool:
    """Whether everybody has won against everybody else, over others if need be (Ford, 1957)."""
    beaten: list[set[int]] = [set() for _ in range(bots)]
    for mix, winner in {played for block in blocks for played in block}:
        beaten[winner] |= {bot for bot in range(bots) if mix[bot]}
    for start in range(bots):
        reached, ahead = {start}, [start]
        while ahead:
            fresh = beaten[ahead.pop()] - reached
            reached |= fresh
            ahead += fresh
        if len(reached) < bots:
            return False
    return True


def _ratings(bots: int, blocks: Sequence[Block]) -> list[float]:
    """The likeliest ratings by Newton's method; that of the first bot is 0."""
    played = Counter[tuple[Mix, int]]()
    for block in blocks:
        played += block
    ratings = [0.0] * bots
    best = _likelihood(ratings, played)
    for _ in range(STEPS):
        step = _solved(_information(ratings, played), [_slopes(ratings, played)[1:]])[0]
        size = 1.0
        while size > SMALL:  # a step too far is halved
            tried = [0.0, *(old + size * by for old, by in zip(ratings[1:], step, strict=True))]
            likelihood = _likelihood(tried, played)
            if likelihood >= best:
                break
            size /= 2
        else:
            break
        ratings, gained, best = tried, likelihood - best, likelihood
        if gained <= SMALL and max(map(abs, step)) < SMALL:
            break
    return ratings


def _chances(ratings: Sequence[float], mix: Mix) -> list[float]:
    """How likely each bot is to win a game with that mix."""
    highest = max(rating for rating, count in zip(ratings, mix, strict=True) if count)
    strengths = [
        count * math.exp(rating - highest) if count else 0.0
        for rating, count in zip(ratings, mix, strict=True)
    ]
    total = sum(strengths)
    return [strength / total for strength in strengths]


def _likelihood(ratings: Sequence[float], played: Block) -> float:
    return sum(
        count * math.log(max(_chances(ratings, mix)[winner], 1e-300))
        for (mix, winner), count in played.items()
    )


def _slopes(ratings: Sequence[float], played: Block) -> list[float]:
    """For each bot, the games it won in excess of what its rating expects."""
    slopes = [0.0] * len(ratings)
    for (mix, winner), count in played.items():
        slopes[winner] += count
        for bot, chance in enumerate(_chances(ratings, mix)):
            slopes[bot] -= count * chance
    return slopes


def _information(ratings: Sequence[float], played: Block) -> list[list[float]]:
    """The curvature of the likelihood, without the first bot's rating."""
    bots = range(1, len(ratings))
    matrix = [[0.0 for _ in bots] for _ in bots]
    for (mix, _), count in played.items():
        chances = _chances(ratings, mix)
        for one in bots:
            for other in bots:
                own = chances[one] if one == other else 0.0
                matrix[one - 1][other - 1] += count * (own - chances[one] * chances[other])
    return matrix


def _spread(ratings: Sequence[float], blocks: Sequence[Block]) -> list[list[float]]:
    """The covariance of the ratings, measured between blocks; the first bot's are 0."""
    played = Counter[tuple[Mix, int]]()
    for block in blocks:
        played += block
    # Each block's pull on the ratings; over all blocks they add up to none.
    pulls = _solved(_information(ratings, played), [_slopes(ratings, b)[1:] for b in blocks])
    small_sample = len(blocks) / (len(blocks) - 1)
    bots = range(len(ratings))
    spread = [[0.0 for _ in bots] for _ in bots]
    for pull in pulls:
        for one, by in enumerate(pull, start=1):
            for other, and_by in enumerate(pull, start=1):
                spread[one][other] += small_sample * by * and_by
    return spread


def _solved(matrix: Sequence[Sequence[float]], sides: Sequence[list[float]]) -> list[list[float]]:
    """The solutions of a system of equations for several right-hand sides, by elimination."""
    size = len(matrix)
    rows = [[*line, *(side[at] for side in sides)] for at, line in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda at: abs(rows[at][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for at in range(size):
            if at != column and rows[at][column]:
                factor = rows[at][column]
                rows[at] = [
                    value - factor * first
                    for value, first in zip(rows[at], rows[column], strict=True)
                ]
    return [[rows[at][size + side] for at in range(size)] for side in range(len(sides))]
