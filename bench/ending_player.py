"""The ending player over many games: `python -m bench.ending_player --games 200000`.

Games of two from the start of the game, the first seat to begin. The share that the first player
wins is compared with what the tables prove.
"""

import argparse
import random
from collections.abc import Callable

from calavera.bots import BOTS, Bot, tell
from calavera.rules import (
    Event,
    Player,
    Seat,
    Setup,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan
from calavera.solve.player import EndingPlayer
from calavera.solve.tables import load_tables

TWO_SIGMA = 1.96


def winner(setup: Setup, bots: list[Bot], first: Seat, rng: random.Random) -> Player:
    """Play a game through the rules."""
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    state = new_game(setup)
    pending: list[Event] = [
        event for event, _ in chance_outcomes(state) if event == RoundBegan(1, first)
    ]
    while True:
        for event in pending:
            state = evolve(state, event)
            for bot, viewer in zip(bots, viewers, strict=True):
                tell(bot, redact(event, viewer))
        if state.board.outcome is not None:
            return state.board.outcome.winner
        outcomes = chance_outcomes(state)
        if outcomes:
            events, shares = zip(*outcomes, strict=True)
            pending = rng.choices(events, [float(share) for share in shares])
            continue
        seat = state.board.turn[-1]  # any order of step 1 will do (R7)
        player = setup.owner(seat)
        action = bots[player].choose(view(state, viewers[player]), rng)
        pending = list(decide(state, seat, action))


def share_of_first(games: int, makers: tuple[Callable[[], Bot], Callable[[], Bot]]) -> float:
    """How often the first player wins."""
    setup, rng, won = set_up(2), random.Random(games), 0
    for _ in range(games):
        won += winner(setup, [make() for make in makers], Seat(0), rng) == Player(0)
    return won / games


def main() -> None:
    """Play and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--against", choices=sorted(BOTS))
    options = parser.parse_args()
    game, width = load_tables().game, TWO_SIGMA * (0.25 / options.games) ** 0.5
    print(f"solved: the first player wins {game.low:.5f} to {game.high:.5f}")
    exact: Callable[[], Bot] = EndingPlayer
    pairs = {"itself": (exact, exact)}
    if options.against:
        other: Callable[[], Bot] = BOTS[options.against]
        pairs = {
            f"first, against {options.against}": (exact, other),
            f"second, against {options.against}": (other, exact),
        }
    for name, makers in pairs.items():
        share = share_of_first(options.games, makers)
        print(f"{name}: the first player wins {share:.4f} ±{width:.4f} of {options.games:,} games")


if __name__ == "__main__":
    main()
