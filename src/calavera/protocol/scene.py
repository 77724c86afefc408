"""The table as one viewer sees it: people, settings, game. What a browser draws."""

from typing import Annotated, Final, NamedTuple

from calavera.protocol.fields import (
    MOST_MEMBERS,
    BotName,
    ChairName,
    Code,
    Count,
    Hashes,
    Hex,
    MemberNumber,
    Members,
    Name,
    PlaceNumber,
    Salts,
    TablePhase,
    Timestamp,
    Tribes,
)
from calavera.protocol.settings import Settings
from calavera.record.codec.annotations import REMEMBERED, AtMost, added, named, object_of
from calavera.record.codec.kinds import ListOf, Object
from calavera.record.codec.shapes import OWN_SEAT, VIEW, check_view
from calavera.record.retelling.shape import HOLDINGS
from calavera.record.retelling.steps import SeatHolding
from calavera.rules import Action, Board, Holding, Seat, View, Viewer
from calavera.rules.model.seats import MOST_SEATS
from calavera.rules.view import OwnSeat


@added(bot=False)
@named("Member")
class MemberSeen(NamedTuple):
    """Somebody at the table."""

    member: MemberNumber
    """Counted from 1."""

    name: Name
    """What they call themselves."""

    place: PlaceNumber | None
    """Where they sit."""

    removed: bool
    """Whether they were removed."""

    bot: bool = False
    """Whether they said that a program plays for them."""


@named("PlayerPlace")
class PlaceSeen(NamedTuple):
    """A player's chair."""

    place: PlaceNumber
    """Counted from 0."""

    name: ChairName
    """The player's name; empty if the chair is free."""

    member: MemberNumber | None
    """The member who sits there."""

    bot: BotName | None
    """The bot that sits there."""

    stand_in: BotName | None
    """The bot that plays for the absent member."""

    tribes: Tribes
    """The look of its discs: one tribe, or two."""

    ready: bool
    """Whether the player is ready."""


@named("Room")
class RoomSeen(NamedTuple):
    """The people and the settings: the same for everybody."""

    code: Code
    """The table's code."""

    phase: TablePhase
    """Its phase."""

    host: MemberNumber
    """The number of the member who is host."""

    number: Count
    """The number of games begun."""

    settings: Settings
    """Its settings."""

    members: Annotated[tuple[MemberSeen, ...], AtMost(MOST_MEMBERS)]
    """Everybody who has sat here."""

    places: Annotated[tuple[PlaceSeen, ...], AtMost(MOST_SEATS)]
    """The chairs."""

    commitments: Hashes
    """The commitments of the next game's dice."""


@named("Turn")
class TurnSeen(NamedTuple):
    """Somebody's turn."""

    seat: Seat
    """Whose."""

    until: Timestamp | None
    """When the time of the decision and the reserve are up; null without a clock."""

    reserve: Count
    """The reserve within that time, in milliseconds; 0 without a clock."""

    idle: Timestamp | None
    """When a bot takes the seat of an idle player; null with a clock, or if no person waits."""


@named("Dice")
class DiceSeen(NamedTuple):
    """The dice of a game."""

    commitments: Hashes
    """The commitments: for the open draws, then for each player."""

    salts: Salts
    """Each player's salt."""

    secrets: Annotated[tuple[Hex | None, ...], AtMost(MOST_SEATS + 1)] | None
    """After the game, the secrets that the viewer may know."""


@named("LiveSeat")
class OwnSeen(NamedTuple):
    """A seat of the viewer."""

    seat: Seat
    """Which one."""

    holding: Annotated[Holding, OWN_SEAT.fields["holding"]]
    """Its discs."""

    legal: Annotated[tuple[Action, ...], OWN_SEAT.fields["legal"]]
    """What it may do now."""

    decision: Count
    """The number of its next decision."""


class ViewSeen(NamedTuple):
    """What one viewer knows, with the numbers of the next decisions."""

    viewer: Viewer
    """The viewer's seats."""

    board: Board
    """The open table."""

    own: tuple[OwnSeen, ...]
    """The viewer's seats, with what only their player may see."""

    @property
    def known(self) -> View:
        """The same as a `View` of the rules, for bots."""
        return View(self.viewer, self.board, tuple([OwnSeat(*own[:3]) for own in self.own]))


_LIVE_VIEW: Final = Object(
    ViewSeen,
    {**VIEW.fields, "own": ListOf(object_of(OwnSeen), MOST_SEATS)},
    name="LiveView",
    check=check_view,
)


@named("Game")
class GameSeen(NamedTuple):
    """The game, as one viewer sees it."""

    number: Count
    """Counted from 1."""

    view: Annotated[ViewSeen, _LIVE_VIEW]
    """What the viewer knows; its `legal` lists every possible action."""

    turns: Annotated[tuple[Annotated[TurnSeen, REMEMBERED], ...], AtMost(MOST_SEATS)]
    """Whose turn it is."""

    showing_until: Timestamp | None
    """When the time for showing discs ends (R22); null if the table is not waiting."""

    declined: Annotated[tuple[Seat, ...], AtMost(MOST_SEATS)]
    """The seats that declined to show theirs."""

    opened: Annotated[tuple[SeatHolding, ...], HOLDINGS] | None
    """What every seat held at the end, if the table opens its records (R42)."""

    hints: Count
    """For how many decisions of this game a player asked for a hint."""


class You(NamedTuple):
    """A viewer's role at a table."""

    member: MemberNumber | None
    """The member's number; null for a spectator."""

    host: bool
    """Whether they are the host."""

    place: PlaceNumber | None
    """Where they sit."""

    seats: Annotated[tuple[Seat, ...], AtMost(2)]
    """Their seats in the game."""

    muted: Members
    """The members they muted."""
