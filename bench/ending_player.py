"""The belief player over many duels: `python -m bench.ending_player --games 200000`.

Games of two from the start of the game, the first seat to begin. The share that the first player
wins is compared with what the tables prove.
"""

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path

from calavera.bots import BOTS, Belief, Bot, tell
from calavera.rules import (
    Action,
    Board,
    Event,
    OwnSeat,
    Player,
    Seat,
    Setup,
    chance_outcomes,
    decide,
    draw,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan
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
            pending = [draw(outcomes, rng.random())]
            continue
        seat = state.board.turn[-1]  # any order of step 1 will do (R7)
        player = setup.owner(seat)
        action = bots[player].choose(view(state, viewers[player]), rng)
        pending = list(decide(state, seat, action))


class Weighing(Belief):
    """The belief player without the booklet: what it was before two players were solved."""

    name = "weighing"
    nickname = "Xolo the elder"

    def _planned(self, own: OwnSeat, board: Board) -> dict[Action, float]:
        return {}


BATCH = 1000
"""Games between two notes of how far it has come."""


def won_by_first(batch: int, games: int, makers: tuple[Callable[[], Bot], ...]) -> int:
    """How many games of a batch the first player wins; the same for the same batch."""
    setup, rng = set_up(2), random.Random(batch)
    return sum(
        winner(setup, [make() for make in makers], Seat(0), rng) == Player(0) for _ in range(games)
    )


def play(name: str, games: int, makers: tuple[Callable[[], Bot], ...], notes: Path | None) -> None:
    """Play so many games, with a note after each batch, and go on where the notes end."""
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
    parser.add_argument("--notes", type=Path, help="a file to go on from after an interruption")
    options = parser.parse_args()
    game = load_tables().game
    print(f"solved: the first player wins {game.low:.5f} to {game.high:.5f}")
    exact: Callable[[], Bot] = Belief
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
