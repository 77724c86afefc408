"""Hints for the person at a table of bots."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from calavera.bots.hints import Adviser, Hint
from calavera.protocol.commands import AskHint
from calavera.protocol.messages import HintMessage
from calavera.protocol.reasons import Reason, Refused
from calavera.rules import Event, redact, view
from calavera.table.live.answers import as_bytes, refuse
from calavera.table.live.ports import Consultation, Listener, Thinker
from calavera.table.logic.table import Game


class Asked(NamedTuple):
    """A command for a hint, with the connection that sent it."""

    listener: Listener
    command: AskHint


class Advice:
    """Has hints computed and sends each to the client that asked for it."""

    def __init__(self) -> None:
        self._adviser: tuple[int, int, Adviser] | None = None
        """The adviser of a game and a chair; one that knows the game is faster."""

    def give(
        self, thinker: Thinker, asked: Asked, game: Game | None, events: Sequence[Event]
    ) -> None:
        """Answer a command that was accepted and stored."""
        listener, command = asked
        seat = command.seat
        is_current = game is not None and game.number == command.game
        if game is None or not is_current or game.decisions[seat] != command.decision:
            refuse(listener, command.id, Refused(Reason.STALE, "that decision was already made"))
            return
        place = game.setup.owner(seat)
        viewer = game.viewer(place)
        seen = [redact(event, viewer) for event in events]
        question = Consultation(
            self._adviser_of(game.number, place), seen, view(game.state, viewer), seat
        )
        thinker.advise(question, partial(self._answer, listener, command))

    def _adviser_of(self, game: int, place: int) -> Adviser:
        if self._adviser is None or self._adviser[:2] != (game, place):
            self._adviser = game, place, Adviser()
        return self._adviser[2]

    def _answer(self, listener: Listener, command: AskHint, hint: Hint | None) -> None:
        if hint is None:
            self._adviser = None  # it may have stopped in the middle of an event
            refuse(listener, command.id, Refused(Reason.BUSY, "try again"))
            return
        _, game, seat, decision = command
        listener.send(as_bytes(HintMessage(command.id, game, seat, decision, hint)))
