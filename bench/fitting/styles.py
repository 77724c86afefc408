"""How bots move, as shares of what was counted: see `habits.Style`."""

from collections import Counter
from collections.abc import Sequence

from bench.fitting.counts import Kind
from calavera.bots.belief.habits import Style

LEAST = 0.005
"""Nothing that can be done is taken to be less likely: belief is never certain by habit."""

TRUSTED = 20
"""How many moves the guess counts for: it speaks where little was seen."""

ANY_STYLE = Style(
    skull_first=((0.4,) * 3,) * 2,
    skull_later=(0.2, 0.2),
    adding=((((0.05, 0.3, 0.1, 0.05, 0.05, 0.45),) * 3),) * 3,
    bidding=(
        (
            (
                (
                    (0.3, 0.6, 0.1),
                    (0.4, 0.5, 0.1),
                    (0.6, 0.35, 0.05),
                    (0.7, 0.25, 0.05),
                    (0.7, 0.25, 0.05),
                    (0.8, 0.0, 0.2),
                    (0.8, 0.0, 0.2),
                ),
            )
            * 2,
        )
        * 2,
    )
    * 3,
    discarding=(1.0, 0.5, 0.2, 0.2),
)
"""What somebody might do of whom nothing is known: where the fit begins."""


def fitted_style(moves: Counter[Kind], name: str) -> Style:
    """How one bot moves."""

    def shares(*situation: object, guess: Sequence[float]) -> tuple[float, ...]:
        weights = [
            moves[name, *situation, what] + TRUSTED * share for what, share in enumerate(guess)
        ]
        total = sum(weights)
        return tuple(min(1 - LEAST, max(LEAST, round(one / total, 3))) for one in weights)

    def skull(*situation: object, guess: float) -> float:
        return shares(*situation, guess=(1 - guess, guess))[True]

    any_style = ANY_STYLE
    return Style(
        skull_first=tuple(
            tuple(
                skull("first", wins, discs, guess=guess) for discs, guess in enumerate(row, start=2)
            )
            for wins, row in enumerate(any_style.skull_first)
        ),
        skull_later=tuple(
            skull("later", height, guess=guess)
            for height, guess in enumerate(any_style.skull_later, start=1)
        ),
        adding=tuple(
            tuple(
                shares("add", stance, height, guess=guess)
                for height, guess in enumerate(rows, start=1)
            )
            for stance, rows in enumerate(any_style.adding)
        ),
        bidding=tuple(
            tuple(
                tuple(
                    tuple(
                        _answers(shares("bid", stance, wins, threat, reach, guess=guess))
                        for reach, guess in enumerate(by_reach)
                    )
                    for threat, by_reach in enumerate(by_threat)
                )
                for wins, by_threat in enumerate(by_wins)
            )
            for stance, by_wins in enumerate(any_style.bidding)
        ),
        discarding=(
            1.0,
            *(
                skull("discard", discs, guess=guess)
                for discs, guess in enumerate(any_style.discarding[1:], start=2)
            ),
        ),
    )


def _answers(shares: tuple[float, ...]) -> tuple[float, float, float]:
    silent, raises, everything = shares
    return silent, raises, everything
