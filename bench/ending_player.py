"""The champion over many duels: `python -m bench.ending_player --games 200000`.

Two-player games in which the first seat begins. The first player's share of wins is compared with
the proven bounds.
"""

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path

from calavera import Game
from calavera.bots import BOTS, Bot, Champion, ask, tell
from calavera.rules import Player, Seat, Setup, redact, set_up, view
from calavera.solve.explain.solved_game import load_solved_game

TWO_SIGMA = 1.96


def winner(setup: Setup, bots: list[Bot], first: Seat, rng: random.Random) -> Player:
    """Play a game through the rules."""
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    game = Game(setup, seed=rng, first=first)
    events = game.events
    while True:
        for event in events:
            for bot, viewer in zip(bots, viewers, strict=True):
                tell(bot, redact(event, viewer))
        if game.outcome is not None:
            return game.outcome.winner
        seat = game.board.turn[-1]  # any order of step 1 will do (R7)
        player = setup.owner(seat)
        events = game.act(seat, ask(bots[player], view(game.state, viewers[player]), rng))


BATCH = 1000
"""Games between two saves of the progress."""


def won_by_first(batch: int, games: int, makers: tuple[Callable[[], Bot], ...]) -> int:
    """How many games of a batch the first player wins; reproducible."""
    setup, rng = set_up(2), random.Random(batch)
    return sum(
        winner(setup, [make() for make in makers], Seat(0), rng) == Player(0) for _ in range(games)
    )


def play(name: str, games: int, makers: tuple[Callable[[], Bot], ...], notes: Path | None) -> None:
    """Play games, save the progress after each batch, and resume from it."""
    told = json.loads(notes.read_text()) if notes and notes.exists() else {}
    done, won = told.get(name, (0, 0))
    while done < games:
        count = min(BATCH, games - done)
        won += won_by_first(done // BATCH, count, makers)
        done += count
        if notes:
            notes.write_text(json.dumps({**told, name: (done, won)}) + "\n")
    width = TWO_SIGMA * (0.25 / done) ** 0.5
    print(f"{name}: the first player wins {won / done:.4f} ±{width:.4f} of {done:,} games")


def main() -> None:
    """Play and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--against", choices=sorted(BOTS))
    parser.add_argument("--notes", type=Path, help="a file to resume from after an interruption")
    options = parser.parse_args()
    game = load_solved_game().game
    print(f"solved: the first player wins {game.low:.5f} to {game.high:.5f}")
    exact: Callable[[], Bot] = Champion
    pairs = {"itself": (exact, exact)}
    if options.against:
        other: Callable[[], Bot] = BOTS[options.against]
        pairs = {
            f"first, against {options.against}": (exact, other),
            f"second, against {options.against}": (other, exact),
        }
    for name, makers in pairs.items():
        play(name, options.games, makers, options.notes)


if __name__ == "__main__":
    main()
