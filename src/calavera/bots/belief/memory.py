"""What everybody could know about every skull, from what everybody saw.

Only open facts and habits go in here, none of the player's own secrets: so the suspicion against
the player's own seats is what the *others* could think of it. For each seat there is a suspicion
per style, and how likely that style is: every move tells about both.
"""

from collections.abc import Callable
from typing import Any

from calavera.bots.belief import habits
from calavera.bots.belief.habits import STYLES_KNOWN
from calavera.bots.belief.suspect import Suspect
from calavera.bots.belief.suspicion import lost_one, placed
from calavera.rules import Board, Disc, Phase, SeenEvent, Setup
from calavera.rules.advance import advance
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.rules.state import new_board


class Memory:
    """What is suspected of each seat, brought forward by one event after the other."""

    def __init__(self, setup: Setup) -> None:
        self.board = new_board(setup)
        self.suspects = [Suspect(has_skull=Disc.SKULL in entry.discs) for entry in setup.start]

    def take(self, event: SeenEvent) -> None:
        """Learn from an event."""
        lesson = _LESSONS.get(type(event))
        if lesson is not None:
            lesson(self, event)
        self.board = advance(self.board, event)

    def _round_began(self, _: RoundBegan) -> None:
        for suspect in self.suspects:
            suspect.forget()

    def _placed(self, event: DiscPlaced | PlacementUnseen) -> None:
        mat, suspect = self.board.mats[event.seat], self.suspects[event.seat]
        skull = habits.skull_first
        if self.board.phase is Phase.ADD:
            skull = habits.skull_later
            suspect.weigh(
                [habits.opening_likelihoods(style, mat, habits.ADD) for style in STYLES_KNOWN]
            )
        suspect.suspicions = [
            placed(suspicion, skull(style, mat))
            for suspicion, style in zip(suspect.suspicions, STYLES_KNOWN, strict=True)
        ]

    def _bid(self, event: BidMade) -> None:
        board = self.board
        mat, suspect = board.mats[event.seat], self.suspects[event.seat]
        if board.bidding is None:
            kind = habits.kind_of_opening(event.number, mat.height, board.total)
            suspect.weigh([habits.opening_likelihoods(style, mat, kind) for style in STYLES_KNOWN])
            return
        answer = habits.BURN_OUT if event.number == board.total else habits.RAISE
        suspect.weigh(
            [habits.answer_likelihoods(style, board, mat, answer) for style in STYLES_KNOWN]
        )

    def _passed(self, event: SeatPassed) -> None:
        board = self.board
        mat = board.mats[event.seat]
        self.suspects[event.seat].weigh(
            [habits.answer_likelihoods(style, board, mat, habits.PASS) for style in STYLES_KNOWN]
        )

    def _flipped(self, event: DiscFlipped) -> None:
        mat = self.board.mats[event.mat]
        self.suspects[event.mat].see(mat.height - 1 - mat.flipped, event.disc)

    def _shown(self, event: DiscsShown) -> None:
        lowest = self.board.mats[event.seat].face_down - 1
        for depth, disc in enumerate(event.discs):
            self.suspects[event.seat].see(lowest - depth, disc)

    def _lost(self, event: DiscLost | LossUnseen) -> None:
        discs, suspect = self.board.mats[event.seat].discs, self.suspects[event.seat]
        chosen = event.seat == event.taker  # R25; else R24, where each disc is as likely
        suspect.suspicions = [
            lost_one(suspicion, habits.discarding(style, discs) if chosen else 1 / discs)
            for suspicion, style in zip(suspect.suspicions, STYLES_KNOWN, strict=True)
        ]


def at_a_look(board: Board) -> list[Suspect]:
    """What one look at the table tells a player that was told nothing of its game."""
    suspects = []
    for mat, entry in zip(board.mats, board.setup.start, strict=True):
        suspect = Suspect(has_skull=Disc.SKULL in entry.discs)
        kept = mat.discs / len(entry.discs) if Disc.SKULL in entry.discs else 0.0
        owned = mat.hand + mat.height
        each = kept / owned if owned else 0.0
        suspicion = [1.0 - kept, each * mat.hand] + [each] * mat.height
        suspect.suspicions = [suspicion] * len(STYLES_KNOWN)
        for depth, disc in enumerate(mat.faces):
            suspect.see(mat.height - 1 - depth, disc)
        suspects.append(suspect)
    return suspects


_LESSONS: dict[type[SeenEvent], Callable[[Memory, Any], None]] = {
    RoundBegan: Memory._round_began,
    DiscPlaced: Memory._placed,
    PlacementUnseen: Memory._placed,
    BidMade: Memory._bid,
    SeatPassed: Memory._passed,
    DiscFlipped: Memory._flipped,
    DiscsShown: Memory._shown,
    LossUnseen: Memory._lost,
    DiscLost: Memory._lost,
}
