"""Kuhn poker, whose equilibria are known: small enough to measure a learner exactly."""

from itertools import permutations, product

import numpy
from numpy.typing import NDArray

from calavera.train.compiled.lockstep import Gathered

HISTORIES = ("", "p", "b", "pb")
"""The histories at which a player chooses."""

SITUATIONS = 3 * len(HISTORIES)
DEALS = list(permutations(range(3), 2))
Chances = NDArray[numpy.float64]
"""The probability of a bet, by situation."""


def situation(card: int, history: str) -> int:
    return card * len(HISTORIES) + HISTORIES.index(history)


def payoff(cards: tuple[int, int], history: str) -> float | None:
    """The first player's payoff at the end of a game, None before."""
    stake = 1.0 if cards[0] > cards[1] else -1.0
    return {"pp": stake, "bp": 1.0, "pbp": -1.0, "bb": 2 * stake, "pbb": 2 * stake}.get(history)


def expected(cards: tuple[int, int], history: str, plans: tuple[Chances, Chances]) -> float:
    won = payoff(cards, history)
    if won is not None:
        return won
    player = len(history) % 2
    bet = float(plans[player][situation(cards[player], history)])
    return bet * expected(cards, history + "b", plans) + (1 - bet) * expected(
        cards, history + "p", plans
    )


def nash_conv(plan: Chances) -> float:
    """The sum of both players' gains from best responses to the plan."""
    gain = 0.0
    for player, sign in ((0, 1.0), (1, -1.0)):
        mine = [situation(card, h) for card in range(3) for h in HISTORIES if len(h) % 2 == player]
        best = -numpy.inf
        for bets in product((0.0, 1.0), repeat=len(mine)):
            answer = plan.copy()
            answer[mine] = bets
            plans = (answer, plan) if player == 0 else (plan, answer)
            worth = sum(expected(cards, "", plans) for cards in DEALS) / len(DEALS)
            best = max(best, sign * worth)
        gain += best
    return gain


def gather(plan: Chances, values: Chances, games: int, rng: numpy.random.Generator) -> Gathered:
    """Games played by a plan, in the learner's format."""
    rows: list[tuple[int, int, float, float, float]] = []
    for _ in range(games):
        cards, history, taken = DEALS[rng.integers(len(DEALS))], "", []
        while payoff(cards, history) is None:
            player = len(history) % 2
            at = situation(cards[player], history)
            bet = int(rng.random() < plan[at])
            taken.append((player, at, bet))
            history += "pb"[bet]
        won = payoff(cards, history) or 0.0
        for player, at, bet in taken:
            chance = plan[at] if bet else 1 - plan[at]
            advantage = (won if player == 0 else -won) - values[at]
            rows.append((at, bet, numpy.log(chance), values[at], advantage))
    situations, bets, chances, expectations, advantages = map(numpy.array, zip(*rows, strict=True))
    return Gathered(
        numpy.array([len(rows)]),
        numpy.eye(SITUATIONS, dtype=numpy.float32)[situations],
        numpy.ones((len(rows), 2), numpy.bool_),
        bets.astype(numpy.int64),
        chances.astype(numpy.float32),
        expectations.astype(numpy.float32),
        advantages.astype(numpy.float32),
    )
