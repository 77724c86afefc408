"""The one place that asks the strongest bot: hints of a table and reviews of a game share it."""

from collections.abc import Sequence
from typing import NamedTuple

from calavera.bots.characters import Champion
from calavera.bots.network.network_bot import Advice
from calavera.bots.network.reader import Reader
from calavera.rules import OwnSeat, Seat, SeenEvent, View


class Consultation(NamedTuple):
    """What the bot would do on a seat in turn, and what that rests on."""

    view: View  # the seat in turn comes first
    own: OwnSeat
    advice: Advice
    reader: Reader


class Engine:
    """Consulted for one player of one game; it remembers what it has read."""

    def __init__(self) -> None:
        self._bot = Champion()
        self._taken = 0

    def consult(self, view: View, seat: Seat, seen: Sequence[SeenEvent]) -> Consultation:
        """What the bot would do, after all events of the game as its player saw them.

        It depends on these alone. Raises ValueError if it is not the player's turn there.
        """
        own = next((each for each in view.own if each.seat == seat), None)
        if own is None or not own.legal or seat not in view.board.turn:
            raise ValueError("it is not this seat's turn")
        # With two tribes both seats may be in turn; a bot acts for the first of its view.
        others = tuple([each for each in view.own if each is not own])
        view = view._replace(own=(own, *others))
        for event in seen[self._taken :]:
            self._bot.see(event)
        self._taken = len(seen)
        advice = self._bot.explain(view)
        return Consultation(view, own, advice, self._bot.reading(view.board.setup))
