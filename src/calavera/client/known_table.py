"""What is known of a table, made from the server's messages. No network here."""

import time
from typing import Final

from calavera.client.moment import Moment
from calavera.protocol.facts import GameBegan, PlayedSeen, SeenFact
from calavera.protocol.history import History
from calavera.protocol.messages import Frame, Welcome
from calavera.rules import SeenEvent

MOST_NEWS: Final = 10_000
"""How many facts are kept for a program that does not look."""


class KnownTable:
    """The last of everything, and what happened since somebody looked."""

    def __init__(self) -> None:
        self.version: int | None = None
        """The last change that is known; none before the first welcome."""
        self.here: tuple[int, ...] = ()
        self._last: Welcome | None = None
        self._facts: list[SeenFact] = []
        self._missed = True
        self._events: list[SeenEvent] = []
        self._lacks_events = False
        """Whether the game has to be recalled before its events are known."""
        self._recalled = 0
        self._heard = 0.0

    @property
    def has_news(self) -> bool:
        """Whether something happened since somebody looked."""
        return bool(self._facts) or self._missed

    @property
    def is_whole(self) -> bool:
        """Whether everything that is known is of one moment: a recalled game may be ahead."""
        return self.version is not None and self.version >= self._recalled

    def follows(self, version: int) -> bool:
        """Whether that is the next change."""
        return self.version is not None and version == self.version + 1

    def welcome(self, message: Welcome) -> bool:
        """Everything as it is now; false where the game has to be recalled from its beginning."""
        known, self.version = self.version, message.version
        self.here, self._last, self._heard = message.here, message, time.monotonic()
        # The server sends all that was missed or nothing of it.
        if not self._lacks_events and (known == message.version or (known and message.facts)):
            self._happened(message.facts, message.version)
            return True
        self._missed = True
        self._events = []
        self._lacks_events = message.game is not None
        return not self._lacks_events

    def recall(self, history: History) -> None:
        """The game from its beginning."""
        self._events, self._recalled = [*history.events], history.version
        self._lacks_events = False

    def change(self, frame: Frame) -> None:
        """The next change; what it leaves out is as before."""
        last = self._last
        if last is None:
            raise ValueError("a change came before the welcome")
        self.version, self._heard = frame.version, time.monotonic()
        self._last = last._replace(
            you=frame.you or last.you,
            room=frame.room or last.room,
            game=frame.game or last.game,
            dice=frame.dice or last.dice,
            now=frame.now,
        )
        self._happened(frame.facts, frame.version)

    def _happened(self, facts: tuple[SeenFact, ...], version: int) -> None:
        self._facts += facts
        if len(self._facts) > MOST_NEWS:
            del self._facts[:-MOST_NEWS]
            self._missed = True
        if version <= self._recalled:
            return
        for fact in facts:
            if isinstance(fact, GameBegan):
                self._events = []
            elif isinstance(fact, PlayedSeen):
                self._events += fact.events

    def moment(self, *, keep: bool = False) -> Moment:
        """All of it; facts are returned once, unless they are kept for another time."""
        last = self._last
        if last is None or self.version is None:
            raise ValueError("the server has said nothing yet")
        facts, missed = tuple(self._facts), self._missed
        if not keep:
            self._facts, self._missed = [], False
        return Moment(
            self.version,
            last.you,
            last.room,
            last.game,
            last.dice,
            self.here,
            facts,
            missed,
            tuple(self._events),
            last.now,
            self.showing(),
        )

    def showing(self) -> float:
        """The seconds that are left for showing discs; never less than the server thinks."""
        game = self._last.game if self._last is not None else None
        if self._last is None or game is None or game.showing_until is None:
            return 0.0
        passed = time.monotonic() - self._heard
        return max(0.0, (game.showing_until - self._last.now) / 1000 - passed)
