"""Has a bot play at a live table, game after game."""

import random
import threading
import traceback
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.bots import Bot, BotFault, MoveTime, ask, dismiss, seat_bot, set_clock, tell
from calavera.client.client_table import ClientTable
from calavera.client.errors import TableClosed
from calavera.client.moment import Moment
from calavera.console.wording import counted
from calavera.protocol.commands import Taunt
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

    The bot is made again for every game and shown every event that its player saw. After a break
    of the connection it goes on as if there had been none; a runner that is started again under
    the same token builds the bot again from the game's history. `pace` is how many seconds it
    waits before a move at least, `idle` after how many without a game it leaves; with `talks` it
    says something ready-made after each game.
    """

    def __init__(  # noqa: PLR0913  # all but the first two by name
        self,
        table: ClientTable,
        kind: Callable[[], Bot],
        *,
        games: int | None = None,
        report: Callable[[str], None] = lambda _: None,
        rng: random.Random | None = None,
        pace: float = 0.0,
        talks: bool = False,
        idle: float | None = None,
    ) -> None:
        self.played = 0
        """How many games it has seen to their end."""
        self._table = table
        self._kind = kind
        self._games = games
        self._report = report
        self._rng = rng or random.Random()
        self._mind: _Mind | None = None
        self._pace = pace
        self._talks = talks
        self._idle = idle
        self._has_sat = False
        self._stopping = threading.Event()

    def run(self) -> None:
        """Play until the games are played, the table is closed or the chair is taken away."""
        moment = self._table.look()
        try:
            while not self._stopping.is_set() and self._attend(moment):
                moment = self._next(moment)
        except TimeoutError:
            self._report(f"leaves: no game in {self._idle:g} seconds")
            self.leave()
        except TableClosed:
            if not self._stopping.is_set():
                self._report("the table is closed")
        except Refused as refused:
            if refused.reason is not Reason.REMOVED:
                raise
            self._has_sat = False
            self._report("the host or an administrator has taken the chair away")
        finally:
            if self._mind is not None:
                dismiss(self._mind.bot)

    def _next(self, moment: Moment) -> Moment:
        """The next moment; raises TimeoutError after a long wait for a game."""
        is_waiting = moment.room.phase is TablePhase.GATHERING
        return self._table.wait(self._idle if is_waiting else None)

    def stop(self) -> None:
        """Leave the table properly and have `run` return, from another thread."""
        self._stopping.set()
        self.leave()

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
            self._report(f"leaves: {counted(self.played, 'game')} played")
            self.leave()
            return False
        if moment.you.place is None:
            if self._has_sat:
                self._has_sat = False
                self._report("the host or an administrator has taken the chair away")
                return False
            self._table.sit(bot=True)
            self._has_sat = True
            self._report(f"sits at table {moment.room.code}")
            return True
        self._resume(moment)
        if not moment.is_bot:
            self._table.sit(bot=True)  # sat there as a person: the others have to know
        elif not moment.is_ready:
            self._table.ready()
        elif moment.you.host and all(place.ready for place in moment.room.places):
            self._table.start()  # a bot may have become the host: the others wait for it
        return True

    def _resume(self, moment: Moment) -> None:
        """Go on in the chair of an earlier run, if it has not been taken in this one."""
        if not self._has_sat:
            self._has_sat = True
            self._report(f"sits at table {moment.room.code} again")

    def _finish(self, moment: Moment) -> None:
        """Count a game that is over, if it was played here."""
        mind, game = self._mind, moment.game
        if mind is None or game is None:
            return
        outcome = game.view.board.outcome
        if outcome is None or game.number != mind.number:
            return
        self._mind = None
        dismiss(mind.bot)
        self.played += 1
        won = outcome.seat in moment.you.seats
        if self._talks and moment.room.settings.talk:
            self._table.taunt(Taunt.AGAIN if won else Taunt.BRAVO)
        self._report(f"game {game.number}: {'won' if won else 'lost'}")

    # In a game.

    def _play(self, moment: Moment, game: GameSeen) -> None:
        place = moment.you.place
        if not moment.you.seats or place is None:
            return  # came too late for this one
        self._resume(moment)
        bot = self._told_bot(moment, game)
        if moment.room.places[place].stand_in is not None:
            self._table.back()
        for seat in moment.may_show:
            self._table.decline(seat)  # bots keep their discs to themselves
        turn = moment.turn
        if turn is not None:
            action = self._choice(bot, game, turn, moment.now)
            if not self._stopping.wait(self._pace):
                self._table.act(action, turn.seat, moment=moment)

    def _told_bot(self, moment: Moment, game: GameSeen) -> Bot:
        """The bot of this game, told everything up to now."""
        mind, events = self._mind, moment.events
        if mind is None or mind.number != game.number or mind.told > len(events):
            if mind is not None:
                dismiss(mind.bot)
            mind = _Mind(game.number, seat_bot(self._kind), 0)
        for event in events[mind.told :]:
            try:
                tell(mind.bot, event)
            except BotFault as fault:
                self._blame(fault)
        self._mind = mind._replace(told=len(events))
        return mind.bot

    def _choice(self, bot: Bot, game: GameSeen, turn: OwnSeen, now: int) -> Action:
        """What the bot chooses; whatever it does wrong, the others do not wait for it."""
        ends = [one.until for one in game.turns if one.seat == turn.seat and one.until]
        set_clock(bot, MoveTime(move=max(0, ends[0] - now) / 1000) if ends else None)
        try:
            return ask(bot, game.view.known, self._rng)
        except BotFault as fault:
            self._blame(fault)
        return next(action for action in turn.legal if not isinstance(action, Show))

    def _blame(self, fault: BotFault) -> None:
        trace = traceback.format_exception(fault.__cause__) if fault.__cause__ else []
        self._report("".join([f"the bot {fault}\n", *trace]).rstrip())
