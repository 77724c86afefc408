"""Hints: what the strongest bot would consider in a player's place."""

from collections.abc import Sequence
from typing import NamedTuple

from calavera.bots.ending.course import is_ending
from calavera.bots.hints.engine import Consultation, Engine
from calavera.bots.hints.knowledge import Knowledge
from calavera.bots.hints.reason_codes import HintReason
from calavera.bots.hints.solved import Ending, settled
from calavera.bots.hints.weighing import NOTABLE, reasons_for
from calavera.bots.network.policy import Mix
from calavera.rules import Action, Seat, SeenEvent, View


class Considered(NamedTuple):
    """An action that the bot would consider."""

    action: Action
    """What to do."""

    share: int
    """How often the bot would do it, per cent."""

    wins: int | None
    """How often it wins then if all play alike, per cent; null if the game is solved."""


class Hint(NamedTuple):
    """What the bot would consider."""

    options: tuple[Considered, ...]
    """The mix, the largest share first; shares below half a per cent are left out."""

    wins: int | None
    """How often the bot wins from here if all play alike, per cent."""

    reasons: tuple[HintReason, ...]
    """At most three statements about what the player knows."""


class Adviser:
    """Advises one player of one game; it remembers what it has read, so later hints come faster."""

    def __init__(self) -> None:
        self._engine = Engine()
        self._ending: Ending | None = None
        self._told = 0

    def hint(self, view: View, seat: Seat, seen: Sequence[SeenEvent]) -> Hint:
        """The hint for a seat in turn, after all events of the game as its player saw them.

        It depends on these alone. Raises ValueError if it is not the player's turn there.
        """
        consultation = self._engine.consult(view, seat, seen)
        if is_ending(view.board):
            consultation = settled(consultation, self._caught_up(view, seen))
        return hint_of(consultation)

    def _caught_up(self, view: View, seen: Sequence[SeenEvent]) -> Ending:
        """The solved game so far; nothing is read before two players are left."""
        if self._ending is None:
            self._ending = Ending(view.board.setup)
        for event in seen[self._told :]:
            self._ending.take(event)
        self._told = len(seen)
        return self._ending


def hint_of(consultation: Consultation) -> Hint:
    """What a consultation tells, in whole per cent and with its reasons."""
    view, own, advice, reader = consultation
    options = _in_per_cent(advice.options)
    rivals = [option.wins for option in options if option.share >= NOTABLE]
    known = [option for option in advice.options.values() if option.wins is not None]
    wins = sum(option.share * (option.wins or 0.0) for option in known)
    reasons = reasons_for(
        Knowledge(view, own, reader), options[0].action, rivals, is_solved=advice.is_solved
    )
    return Hint(options, round(100 * wins) if known else None, reasons)


def _in_per_cent(mix: Mix) -> tuple[Considered, ...]:
    """The options with shares in whole per cent that add up to 100, the largest first."""
    exact = {action: 100.0 * option.share for action, option in mix.items()}
    shares = {action: int(share) for action, share in exact.items()}
    by_rest = sorted(exact, key=lambda action: shares[action] - exact[action])
    for action in by_rest[: 100 - sum(shares.values())]:
        shares[action] += 1
    return tuple(
        [
            Considered(action, shares[action], _rounded(mix[action].wins))
            for action in sorted(exact, key=lambda action: -exact[action])
            if shares[action]
        ]
    )


def _rounded(wins: float | None) -> int | None:
    return None if wins is None else round(100 * wins)
