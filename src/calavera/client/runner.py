"""Has a bot play at a live table, game after game."""

import random
import traceback
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.bots import Bot, BotFault, ask, seat_bot, tell
from calavera.client.client_table import ClientTable
from calavera.client.errors import TableClosed
from calavera.client.moment import Moment
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.scene import GameSeen, OwnSeen
from calavera.rules import Action, Show

OVERTAKEN: Final = frozenset(
    {Reason.STALE, Reason.WRONG_PHASE, Reason.WRONG_GAME, Reason.NOT_READY, Reason.NOT_HOST}
)
"""The table went on while the bot thought: it looks again."""


class _Mind(NamedTuple):
    """The bot of one game."""

    number: int
    """The game's."""
    bot: Bot
    """Itself: made for this game."""
    told: int
    """How many events it was told."""


class BotRunner:
    """Sits down, says that it is ready, plays, and so on.

    The bot is made again for every game and shown every event that its player saw. After a break of
    the connection it goes on as if there had been none; a runner that is started again under the
    same token builds the bot again from the game's history.
    """

    def __init__(
        self,
        table: ClientTable,
        kind: Callable[[], Bot],
        *,
        games: int | None = None,
        report: Callable[[str], None] = lambda _: None,
        rng: random.Random | None = None,
    ) -> None:
        self.played = 0
        """How many games it has seen to their end."""
        self._table = table
        self._kind = kind
        self._games = games
        self._report = report
        self._rng = rng or random.Random()
        self._mind: _Mind | None = None
        self._has_sat = False

    def run(self) -> None:
        """Play until the games are played, the table is closed or the chair is taken away."""
        moment = self._table.look()
        try:
            while self._attend(moment):
                moment = self._table.wait()
        except TableClosed:
            self._report("the table is closed")
        except Refused as refused:
            if refused.reason is not Reason.REMOVED:
                raise
            self._has_sat = False
            self._report("the host or an administrator has taken the chair away")

    def leave(self) -> None:
        """Leave the table properly: in a game one of the server's bots plays on."""
        if self._has_sat:
            self._table.leave()
            self._has_sat = False

    def _attend(self, moment: Moment) -> bool:
        """Do what is to be done; false where it is time to go."""
        try:
            if moment.room.phase is TablePhase.GATHERING:
                return self._gather(moment)
            if moment.game is not None:
                self._play(moment, moment.game)
        except Refused as refused:
            if refused.reason not in OVERTAKEN:
                raise
        return True

    # Before a game.

    def _gather(self, moment: Moment) -> bool:
        self._finish(moment)
        if self._games is not None and self.played >= self._games:
            self.leave()
            return False
        if moment.you.place is None:
            if self._has_sat:
                self._has_sat = False
                self._report("the host or an administrator has taken the chair away")
                return False
            self._table.sit()
            self._has_sat = True
            self._report(f"sits at table {moment.room.code}")
        elif not moment.is_ready:
            self._has_sat = True
            self._table.ready()
        elif moment.you.host and all(place.ready for place in moment.room.places):
            self._table.start()  # a bot may have become the host: the others wait for it
        return True

    def _finish(self, moment: Moment) -> None:
        """Count a game that is over, if it was played here."""
        mind, game = self._mind, moment.game
        if mind is None or game is None:
            return
        outcome = game.view.board.outcome
        if outcome is None or game.number != mind.number:
            return
        self._mind = None
        self.played += 1
        won = outcome.seat in moment.you.seats
        self._report(f"game {game.number}: {'won' if won else 'lost'}")

    # In a game.

    def _play(self, moment: Moment, game: GameSeen) -> None:
        place = moment.you.place
        if not moment.you.seats or place is None:
            return  # came too late for this one
        self._has_sat = True
        bot = self._told_bot(moment, game)
        if moment.room.places[place].stand_in is not None:
            self._table.back()
        for seat in moment.may_show:
            self._table.decline(seat)  # bots keep their discs to themselves
        turn = moment.turn
        if turn is not None:
            self._table.act(self._choice(bot, game, turn), turn.seat, moment=moment)

    def _told_bot(self, moment: Moment, game: GameSeen) -> Bot:
        """The bot of this game, told everything up to now."""
        mind, events = self._mind, moment.events
        if mind is None or mind.number != game.number or mind.told > len(events):
            mind = _Mind(game.number, seat_bot(self._kind), 0)
        for event in events[mind.told :]:
            try:
                tell(mind.bot, event)
            except BotFault as fault:
                self._blame(fault)
        self._mind = mind._replace(told=len(events))
        return mind.bot

    def _choice(self, bot: Bot, game: GameSeen, turn: OwnSeen) -> Action:
        """What the bot chooses; whatever it does wrong, the others do not wait for it."""
        try:
            return ask(bot, game.view.known, self._rng)
        except BotFault as fault:
            self._blame(fault)
        return next(action for action in turn.legal if not isinstance(action, Show))

    def _blame(self, fault: BotFault) -> None:
        trace = traceback.format_exception(fault.__cause__) if fault.__cause__ else []
        self._report("".join([f"the bot {fault}\n", *trace]).rstrip())
