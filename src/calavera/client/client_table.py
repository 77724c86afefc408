"""A table for programs that do one thing after the other."""

import secrets
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Final

from calavera.client.calls import Calls
from calavera.client.errors import TableClosed
from calavera.client.moment import Moment
from calavera.client.portal import Portal
from calavera.client.table_connection import TableConnection
from calavera.protocol.commands import (
    Act,
    Admit,
    Back,
    ChangeSettings,
    ChooseTribes,
    Clear,
    Command,
    Decline,
    Leave,
    Mute,
    PassHost,
    Reshuffle,
    Say,
    SayReady,
    SayTaunt,
    SeatBot,
    Sit,
    Stand,
    Start,
    Taunt,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.scene import GameSeen, OwnSeen
from calavera.protocol.settings import Settings, check_types
from calavera.protocol.tribes import Tribe
from calavera.rules import Action, Seat

OVERTAKEN: Final = (Reason.STALE, Reason.WRONG_GAME, Reason.WRONG_PHASE)
"""Why a move is refused that would have been right a moment earlier."""


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(8)


class ClientTable:
    """One table. Go through it for its moments; ask it for something by the methods.

    Each method waits until the server has done what was asked, once, whatever happens to the
    connection, and returns the version of the table by which it is done. What the table does not
    allow raises `Refused` with its reason.
    """

    def __init__(
        self, portal: Portal, calls: Calls, connection: TableConnection, code: str
    ) -> None:
        self.code = code
        """By which others find it."""
        self._portal = portal
        self._calls = calls
        self._connection = connection
        self._seen: Moment | None = None

    # Looking.

    def __iter__(self) -> Iterator[Moment]:
        """The table as it is, then as often as something happens, until it is closed."""
        try:
            yield self.look()
            while True:
                yield self.wait()
        except TableClosed:
            return

    def wait(self, timeout: float | None = None) -> Moment:
        """The next moment that has something new; raises TimeoutError."""
        self._seen = self._portal.call(self._connection.wait(timeout))
        return self._seen

    def look(self) -> Moment:
        """The present moment, without waiting; what it tells is not told again."""
        self._seen = self._portal.call(self._connection.look())
        return self._seen

    @property
    def present(self) -> Moment:
        """The present moment; looking at it takes nothing away from the next one's facts."""
        return self._portal.call(self._connection.present())

    @property
    def is_connected(self) -> bool:
        """Whether the server can be heard now; a lost connection is renewed by itself."""
        return self._connection.is_connected

    def record(self, number: int | None = None) -> str:
        """A finished game as `.skull`, the last one if no number is given."""
        if number is None:
            number = self.present.room.number
        return self._portal.call(self._calls.record(self.code, number))

    # Playing.

    def act(
        self, action: Action, seat: Seat | None = None, *, moment: Moment | None = None
    ) -> int | None:
        """Play one of the legal actions: an answer to the moment that was looked at last.

        Returns none, and nothing is played, where the table has gone on since: a bot played for
        you, or the move was forced and the server made it (R41). The next moment tells.
        """
        moment = moment or self._seen or self.look()
        game = moment.game
        if game is None:
            raise Refused(Reason.WRONG_PHASE, "there is no game")
        own = _own_seat(game, action, seat)
        try:
            return self._ask(Act(new_id(), game.number, own.seat, own.decision, action))
        except Refused as refused:
            if refused.reason not in OVERTAKEN:
                raise
            return None

    def decline(self, seat: Seat | None = None) -> int:
        """Say that you will not show your discs this time (R22)."""
        present = self.present
        if present.game is None or not present.you.seats:
            raise Refused(Reason.WRONG_PHASE, "there is no game")
        seat = present.you.seats[0] if seat is None else seat
        return self._ask(Decline(new_id(), present.game.number, seat))

    def leave(self) -> int:
        """Go: a bot plays on in a game, before one the chair becomes free."""
        return self._ask(Leave(new_id()))

    def back(self) -> int:
        """Take the seat back from the bot that plays for you."""
        return self._ask(Back(new_id()))

    # Gathering.

    def sit(self, place: int | None = None, *, bot: bool = False) -> int:
        """Take a chair, any that is free if none is named; a bot has to say that it is one."""
        return self._ask(Sit(new_id(), place, bot))

    def stand(self) -> int:
        """Leave the chair, before a game."""
        return self._ask(Stand(new_id()))

    def ready(self, ready: bool = True, *, salt: str | None = None) -> int:
        """Say that you are ready, or not; the salt, hexadecimal, goes into the dice."""
        return self._ask(SayReady(new_id(), ready, secrets.token_hex(16) if salt is None else salt))

    def tribes(self, tribes: Sequence[Tribe], place: int | None = None) -> int:
        """Choose how discs look: your own, or a bot's if you are the host."""
        if place is None:
            place = self.present.you.place
        if place is None:
            raise Refused(Reason.NOT_SEATED)
        return self._ask(ChooseTribes(new_id(), place, tuple(tribes)))

    # For the host.

    def settings(self, settings: Settings) -> int:
        """Change how the table plays, before a game."""
        check_types(settings)
        return self._ask(ChangeSettings(new_id(), settings))

    def bot(self, place: int, name: str) -> int:
        """Give a chair to one of the server's bots."""
        return self._ask(SeatBot(new_id(), place, name))

    def clear(self, place: int) -> int:
        """Take a bot or a person off a chair; a person cannot come again until `admit`."""
        return self._ask(Clear(new_id(), place))

    def admit(self, member: int) -> int:
        """Let somebody come again who was removed."""
        return self._ask(Admit(new_id(), member))

    def reshuffle(self) -> int:
        """Have the seats drawn by lot."""
        return self._ask(Reshuffle(new_id()))

    def start(self) -> int:
        """Begin a game: every chair is taken, everybody is ready."""
        return self._ask(Start(new_id()))

    def host(self, member: int) -> int:
        """Make somebody else the host."""
        return self._ask(PassHost(new_id(), member))

    # Talking.

    def say(self, text: str) -> int:
        """Say something to the table."""
        return self._ask(Say(new_id(), text))

    def taunt(self, taunt: Taunt) -> int:
        """Say something ready-made."""
        return self._ask(SayTaunt(new_id(), taunt))

    def mute(self, member: int, muted: bool = True) -> int:
        """Hear somebody no more, or again; nobody else learns of it."""
        return self._ask(Mute(new_id(), member, muted))

    # The connection.

    def _ask(self, command: Command) -> int:
        return self._portal.call(self._connection.ask(command))

    def close(self) -> None:
        """Hang up; your seat stays yours."""
        self._portal.call(self._connection.close())

    def __enter__(self) -> "ClientTable":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _own_seat(game: GameSeen, action: Action, seat: Seat | None) -> OwnSeen:
    """The seat that acts: the one that is named, or the first of one's own that may."""
    own = [one for one in game.view.own if seat in (None, one.seat)]
    if not own:
        raise Refused(Reason.WRONG_SEAT, "you have no such seat in this game")
    return next((one for one in own if action in one.legal), own[0])
