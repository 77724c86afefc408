"""A table at one moment, secrets and all."""

from enum import Enum
from typing import Final, NamedTuple

from calavera.rules import Outcome, Player, Seat, Setup, State, Viewer
from calavera.rules.board import may_show
from calavera.table.dice import Dice
from calavera.table.settings import Settings
from calavera.table.tribes import Tribe

IDLE: Final = 300_000
"""Milliseconds after which a bot plays for somebody where there is no clock."""


class TablePhase(Enum):
    """What a table is doing."""

    GATHERING = "gathering"
    PLAYING = "playing"
    CLOSED = "closed"


class Member(NamedTuple):
    """Somebody who has sat here, or made the table."""

    number: int
    """Counted from 1, in the order they came."""

    identity: str
    """Secret: by which they are known again."""

    name: str
    """What they call themselves."""

    muted: frozenset[int] = frozenset()
    """Whom they do not want to hear; secret to the others."""

    removed: bool = False
    """Whether the host has sent them away."""


class Chair(NamedTuple):
    """A player's place."""

    member: int | None = None
    """Who sits there."""

    bot: str | None = None
    """Which bot sits there, or plays for the member who is away."""

    tribes: tuple[Tribe, ...] = ()
    """How its discs look."""

    ready: bool = False
    """Whether the member is ready."""

    salt: str = ""
    """What the member adds to the dice."""

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.member is None and self.bot is None


class Game(NamedTuple):
    """The game that is played, or was played last."""

    number: int
    """Counted from 1."""

    state: State
    """The whole truth about it."""

    names: tuple[str, ...]
    """The players, as they were called at the start."""

    members: tuple[int | None, ...]
    """Who played on each chair; none for a bot."""

    dice: Dice
    """What chance is made of."""

    opens: bool
    """Whether everything may be seen after the end (R42)."""

    spectators: bool
    """Whether others than members might watch it."""

    audience: int
    """How many members there were when it began."""

    decisions: tuple[int, ...]
    """How often each seat has acted: the number of its next decision."""

    since: tuple[int, ...]
    """When each seat's present turn began."""

    reserves: tuple[int, ...]
    """The milliseconds that each seat has left beyond those of a decision."""

    showing_until: int | None = None
    """When the time for showing discs ends; none where nobody is waited for."""

    declined: frozenset[Seat] = frozenset()
    """The seats that will not show their discs this time."""

    returned: frozenset[Seat] = frozenset()
    """The seats whose player came back in their present turn."""

    @property
    def setup(self) -> Setup:
        """The table by the rules."""
        return self.state.board.setup

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.state.board.outcome

    def viewer(self, place: int) -> Viewer:
        """The eyes of the player on a chair."""
        return self.setup.viewer(Player(place))


class Table(NamedTuple):
    """Everything about a table that is made from its facts."""

    code: str = ""
    """By which it is found."""

    phase: TablePhase = TablePhase.GATHERING
    """What it is doing."""

    settings: Settings = Settings()
    """How it plays."""

    host: int = 1
    """The member who may change it."""

    members: tuple[Member, ...] = ()
    """Who has been here."""

    chairs: tuple[Chair, ...] = ()
    """The players' places."""

    master: str = ""
    """Secret: what the dice of the next game are made from."""

    number: int = 0
    """How many games were begun."""

    game: Game | None = None
    """The one that is played, or was played last."""

    def member_of(self, identity: str) -> Member | None:
        """Who an identity is here."""
        for member in self.members:
            if member.identity == identity:
                return member
        return None

    def place_of(self, member: int) -> int | None:
        """Where a member sits."""
        for place, chair in enumerate(self.chairs):
            if chair.member == member:
                return place
        return None

    def is_by_bot(self, place: int) -> bool:
        """Whether a bot plays on that chair now."""
        return self.chairs[place].bot is not None

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots alone: nobody waits for them."""
        game = self.game
        return game is not None and sum(member is not None for member in game.members) == 1

    def deadline(self, seat: Seat) -> int:
        """When somebody has to have answered, in milliseconds."""
        game, clock = self.game, self.settings.clock
        if game is None:
            raise ValueError("there is no game")
        if clock is None:
            return game.since[seat] + IDLE
        return game.since[seat] + clock.move * 1000 + game.reserves[seat]

    def waiting_to_show(self) -> list[Seat]:
        """The seats of people that may still show their discs, or decline."""
        game = self.game
        if game is None or game.showing_until is None:
            return []
        board = game.state.board
        return [
            seat
            for seat in board.setup.seats
            if may_show(board, seat)
            and seat not in game.declined
            and not self.is_by_bot(board.setup.owner(seat))
        ]
