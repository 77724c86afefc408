"""A table at one moment, including secrets."""

from typing import Final, NamedTuple

from calavera.protocol.fields import TablePhase
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.rules import Outcome, Player, Seat, Setup, State, Viewer
from calavera.rules.model.queries import may_show
from calavera.table.dice.draws import Dice

IDLE: Final = 300_000
"""Milliseconds after which a bot plays for a person if the table has no clock."""


class Member(NamedTuple):
    """A person who has sat here, or created the table."""

    number: int
    """Counted from 1, in order of arrival."""
    identity: str
    """Secret: identifies them."""
    name: str
    """What they call themselves."""
    muted: frozenset[int] = frozenset()
    """The members they muted; secret to the others."""
    removed: bool = False
    """Whether they were removed."""
    bot: bool = False
    """Whether they said that a program plays for them."""


class Chair(NamedTuple):
    """A player's place."""

    member: int | None = None
    """The member who sits there."""
    bot: str | None = None
    """The bot that sits there, or plays for the absent member."""
    tribes: tuple[Tribe, ...] = ()
    """The look of its discs."""
    ready: bool = False
    """Whether the member is ready."""
    salt: str = ""
    """The member's salt for the dice."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return self.member is None and self.bot is None


class Game(NamedTuple):
    """The current or last game."""

    number: int
    """Counted from 1."""
    state: State
    """The full state, including secrets."""
    names: tuple[str, ...]
    """The players' names at the start."""
    members: tuple[int | None, ...]
    """The member on each chair; None for a bot."""
    dice: Dice
    """The source of its draws."""
    opens: bool
    """Whether the whole record is published after the end (R42)."""
    spectators: bool
    """Whether non-members may watch it."""
    audience: int
    """The number of members when it began."""
    decisions: tuple[int, ...]
    """The number of actions of each seat, which numbers its next decision."""
    since: tuple[int, ...]
    """When each seat's current turn began."""
    reserves: tuple[int, ...]
    """The reserve of each seat, in milliseconds."""
    bots: frozenset[int]
    """The chairs that programs play from, the server's and others, as was said at the start."""
    spoke: tuple[int, ...]
    """The round in which the bot on each chair last said something; 0 if it has not."""
    showing_until: int | None = None
    """When the time for showing discs ends; None if the table is not waiting."""
    declined: frozenset[Seat] = frozenset()
    """The seats that declined to show their discs this time."""
    returned: frozenset[Seat] = frozenset()
    """The seats whose player returned during the current turn."""
    hints: frozenset[tuple[Seat, int]] = frozenset()
    """The decisions for which a player asked for a hint: a seat and its number."""

    @property
    def setup(self) -> Setup:
        """The setup of the rules."""
        return self.state.board.setup

    @property
    def outcome(self) -> Outcome | None:
        return self.state.board.outcome

    @property
    def is_open(self) -> bool:
        """Whether its readers may see everything (R42)."""
        return self.opens and self.outcome is not None

    def viewer(self, place: int) -> Viewer:
        """The viewpoint of the player on a chair."""
        return self.setup.viewer(Player(place))


class Table(NamedTuple):
    """The state of a table, computed from its facts."""

    code: str = ""
    """Its code in links."""
    phase: TablePhase = TablePhase.GATHERING
    """Its phase."""
    settings: Settings = Settings()
    """Its settings."""
    host: int = 1
    """The number of the member who is host."""
    members: tuple[Member, ...] = ()
    """Everybody who has sat here."""
    chairs: tuple[Chair, ...] = ()
    """One per player."""
    master: str = ""
    """Secret: the seed of the next game's dice."""
    number: int = 0
    """The number of games begun."""
    game: Game | None = None
    """The current or last game."""

    def member_of(self, identity: str) -> Member | None:
        for member in self.members:
            if member.identity == identity:
                return member
        return None

    def place_of(self, member: int) -> int | None:
        for place, chair in enumerate(self.chairs):
            if chair.member == member:
                return place
        return None

    def is_by_bot(self, place: int) -> bool:
        """Whether a bot plays on that chair now."""
        return self.chairs[place].bot is not None

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots, so that nobody waits for them."""
        game = self.game
        return game is not None and game.members.count(None) == len(game.members) - 1

    def deadline(self, seat: Seat) -> int:
        """The deadline of a seat's decision, in milliseconds."""
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
