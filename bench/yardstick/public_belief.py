"""The public belief about every skull, from what everybody saw.

The player's own secrets are not used, so the suspicion against its own seats is what the *others*
could believe. Each seat has a suspicion per style and a probability of each style; every move
updates both.
"""

from collections.abc import Callable
from typing import Any

from bench.yardstick import habits
from bench.yardstick.habits import STYLES_KNOWN
from bench.yardstick.suspect import Suspect
from calavera.bots.network.suspicion import lost_one, placed
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
from calavera.rules.evolve import new_board


class PublicBelief:
    """The suspicion against each seat, updated event by event."""

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
        chosen = event.seat == event.taker  # R25; otherwise R24, where each disc is equally likely
        suspect.suspicions = [
            lost_one(suspicion, habits.discarding(style, discs) if chosen else 1 / discs)
            for suspicion, style in zip(suspect.suspicions, STYLES_KNOWN, strict=True)
        ]


def at_a_look(board: Board) -> list[Suspect]:
    """Return the suspicions of a player who knows only the current table."""
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


_LESSONS: dict[type[SeenEvent], Callable[[PublicBelief, Any], None]] = {
    RoundBegan: PublicBelief._round_began,
    DiscPlaced: PublicBelief._placed,
    PlacementUnseen: PublicBelief._placed,
    BidMade: PublicBelief._bid,
    SeatPassed: PublicBelief._passed,
    DiscFlipped: PublicBelief._flipped,
    DiscsShown: PublicBelief._shown,
    LossUnseen: PublicBelief._lost,
    DiscLost: PublicBelief._lost,
}
