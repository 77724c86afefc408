"""A bot that notices missing events."""

import random

from calavera.bots import Cautious
from calavera.rules import Action, SeenEvent, View
from calavera.rules.advance import advance
from calavera.rules.evolve import new_board


class Scholar(Cautious):
    """Plays like Vela, and before each move derives the open table from its events."""

    name = "scholar"
    nickname = "Sor Juana"

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        super().see(event)
        self.seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        board = new_board(view.board.setup)
        for event in self.seen:
            board = advance(board, event)
        if board != view.board:
            raise ValueError("the bot was told something else than what happened")
        return super().choose(view, rng)
