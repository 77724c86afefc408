"""A table at one moment, as its viewer knows it."""

from typing import NamedTuple

from calavera.protocol.facts import SeenFact
from calavera.protocol.fields import TablePhase
from calavera.protocol.scene import DiceSeen, GameSeen, OwnSeen, RoomSeen, You
from calavera.rules import Action, Seat, SeenEvent, Show


class Moment(NamedTuple):
    """The whole table as it is, with what happened since the last moment that was looked at."""

    version: int
    """How many changes the table has had."""
    you: You
    """Who you are at this table."""
    room: RoomSeen
    """The people and the settings."""
    game: GameSeen | None
    """The game that is played, or was played last."""
    dice: DiceSeen | None
    """The dice of that game."""
    here: tuple[int, ...]
    """The members that are connected."""
    facts: tuple[SeenFact, ...]
    """What happened since the last moment, in order."""
    missed: bool
    """Whether more happened than `facts` tells: you have just come, or were away for long."""
    events: tuple[SeenEvent, ...]
    """Everything you have seen of this game, from its first round on; nothing is missing here."""
    now: int
    """The server's time of the last change, in milliseconds since 1970."""
    showing: float
    """The seconds for which the table waits for discs to be shown (R22), 0 where it does not."""

    @property
    def turn(self) -> OwnSeen | None:
        """Your seat that is to act now, if one is; with two tribes the first of them."""
        if self.game is None or self.room.phase is not TablePhase.PLAYING or self.showing:
            return None
        turn = self.game.view.board.turn
        return next((own for own in self.game.view.own if own.seat in turn), None)

    @property
    def may_show(self) -> tuple[Seat, ...]:
        """Your seats that the table waits for: they may show their discs, or decline to."""
        if self.game is None or not self.showing:
            return ()
        return tuple(
            [
                own.seat
                for own in self.game.view.own
                if own.seat not in self.game.declined
                and any(isinstance(action, Show) for action in own.legal)
            ]
        )

    @property
    def legal(self) -> tuple[Action, ...]:
        """What that seat may do; nothing where it is not your turn."""
        turn = self.turn
        return turn.legal if turn is not None else ()

    @property
    def is_bot(self) -> bool:
        """Whether you have said that a program plays for you."""
        return any(one.bot for one in self.room.members if one.member == self.you.member)

    @property
    def is_ready(self) -> bool:
        """Whether you have said that you are ready for the next game."""
        place = self.you.place
        return place is not None and self.room.places[place].ready
