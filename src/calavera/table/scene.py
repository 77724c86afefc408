"""The table as one viewer sees it: people, settings, game. What a browser draws."""

from typing import Annotated, NamedTuple

from calavera.record.derive import REMEMBERED, AtMost, named
from calavera.rules import Player, Seat, View, Viewer, view
from calavera.rules.seats import MOST_SEATS, PUBLIC
from calavera.table.dice import commitments
from calavera.table.fields import (
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
    Timestamp,
    Tribes,
)
from calavera.table.names import chair_name
from calavera.table.settings import Settings
from calavera.table.table import Game, Member, Table, TablePhase


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
    """Whether the host has sent them away."""


@named("PlayerPlace")
class PlaceSeen(NamedTuple):
    """A player's chair."""

    place: PlaceNumber
    """Counted from 0."""

    name: ChairName
    """What the player is called; empty where nobody sits there."""

    member: MemberNumber | None
    """Who sits there."""

    bot: BotName | None
    """Which bot sits there."""

    stand_in: BotName | None
    """Which bot plays for the member who is away."""

    tribes: Tribes
    """How its discs look: one tribe, or two."""

    ready: bool
    """Whether a game may begin for them."""


@named("Room")
class RoomSeen(NamedTuple):
    """The people and the settings: the same for everybody."""

    code: Code
    """By which the table is found."""

    phase: TablePhase
    """What it is doing."""

    host: MemberNumber
    """The member who may change it."""

    number: Count
    """How many games were begun."""

    settings: Settings
    """How it plays."""

    members: Annotated[tuple[MemberSeen, ...], AtMost(MOST_MEMBERS)]
    """Who has been here."""

    places: Annotated[tuple[PlaceSeen, ...], AtMost(MOST_SEATS)]
    """The chairs."""

    commitments: Hashes
    """What the dice of the next game are bound to."""


@named("Turn")
class TurnSeen(NamedTuple):
    """Somebody's turn."""

    seat: Seat
    """Whose."""

    until: Timestamp | None
    """When the time of the decision and the reserve are up; none without a clock."""

    reserve: Count
    """How much of that is reserve, in milliseconds; 0 without a clock."""

    idle: Timestamp | None
    """When a bot takes the seat of an idle player; none with a clock, or where no person waits."""


@named("Dice")
class DiceSeen(NamedTuple):
    """The dice of a game."""

    commitments: Hashes
    """What they are bound to: for the open draws, then for each player."""

    salts: Salts
    """What each player added."""

    secrets: Annotated[tuple[Hex | None, ...], AtMost(MOST_SEATS + 1)] | None
    """After the game, those secrets that concern the viewer."""


@named("Game")
class GameSeen(NamedTuple):
    """The game, as one viewer sees it."""

    number: Count
    """Counted from 1."""

    view: View
    """What the viewer knows; its `legal` is every button there is."""

    decisions: Annotated[tuple[Count, ...], AtMost(MOST_SEATS)]
    """For each seat, the number of its next decision."""

    turns: Annotated[tuple[Annotated[TurnSeen, REMEMBERED], ...], AtMost(MOST_SEATS)]
    """Whose turn it is."""

    showing_until: Timestamp | None
    """Until when the table waits for discs to be shown (R22); none where nobody is waited for."""

    declined: Annotated[tuple[Seat, ...], AtMost(MOST_SEATS)]
    """The seats that will not show theirs."""


class You(NamedTuple):
    """Who a viewer is at a table."""

    member: MemberNumber | None
    """The number by which others know them; none for somebody who watches."""

    host: bool
    """Whether they may change the table."""

    place: PlaceNumber | None
    """Where they sit."""

    seats: Annotated[tuple[Seat, ...], AtMost(2)]
    """Their seats in the game."""

    muted: Members
    """Whom they do not hear."""


def room_seen(table: Table) -> RoomSeen:
    """The people and the settings."""
    return RoomSeen(
        table.code,
        table.phase,
        table.host,
        table.number,
        table.settings,
        tuple(
            [
                MemberSeen(one.number, one.name, table.place_of(one.number), one.removed)
                for one in table.members
            ]
        ),
        tuple([_place_seen(table, place) for place in range(len(table.chairs))]),
        commitments(table.master, len(table.chairs)),
    )


def _place_seen(table: Table, place: int) -> PlaceSeen:
    chair = table.chairs[place]
    is_bot = chair.member is None
    return PlaceSeen(
        place,
        chair_name(table, place),
        chair.member,
        chair.bot if is_bot else None,
        None if is_bot else chair.bot,
        chair.tribes,
        chair.ready or (is_bot and chair.bot is not None),
    )


def viewer_of(table: Table, member: Member | None) -> Viewer:
    """The eyes of somebody: those of the player in the game, or the public's."""
    game = table.game
    if member is None or game is None or member.number not in game.members:
        return PUBLIC
    return game.viewer(game.members.index(member.number))


def you_seen(table: Table, member: Member | None) -> You:
    """Who somebody is at the table."""
    if member is None:
        return You(None, False, None, (), ())
    return You(
        member.number,
        member.number == table.host,
        table.place_of(member.number),
        viewer_of(table, member).seats,
        tuple(sorted(member.muted)),
    )


def game_seen(table: Table, game: Game, viewer: Viewer) -> GameSeen:
    """The game as one viewer sees it."""
    return GameSeen(
        game.number,
        view(game.state, viewer),
        game.decisions,
        turns_seen(table, game),
        showing_until(table, game),
        tuple(sorted(game.declined)),
    )


def showing_until(table: Table, game: Game) -> int | None:
    """Until when the table waits for discs to be shown."""
    return game.showing_until if game.showing_until and table.waiting_to_show() else None


def turns_seen(table: Table, game: Game) -> tuple[TurnSeen, ...]:
    """Whose turn it is, and until when."""
    has_clock = table.settings.clock is not None
    return tuple([_turn_seen(table, game, seat, has_clock) for seat in game.state.board.turn])


def _turn_seen(table: Table, game: Game, seat: Seat, has_clock: bool) -> TurnSeen:
    end = table.deadline(seat)
    if has_clock:
        return TurnSeen(seat, end, game.reserves[seat], None)
    is_endless = table.is_solo or table.is_by_bot(game.setup.owner(seat))
    return TurnSeen(seat, None, game.reserves[seat], None if is_endless else end)


def dice_seen(game: Game, viewer: Viewer) -> DiceSeen:
    """The dice; after the game the secrets of the open draws and of the viewer's own (R42)."""
    players, dice = game.setup.players, game.dice
    secrets: tuple[str | None, ...] | None = None
    if game.outcome is not None:
        owners = [Player(player) for player in range(players)]
        secrets = (
            dice.secret(None),
            *(
                dice.secret(owner) if game.opens or _is_own(game, owner, viewer) else None
                for owner in owners
            ),
        )
    return DiceSeen(commitments(dice.master, players), dice.salts, secrets)


def _is_own(game: Game, owner: Player, viewer: Viewer) -> bool:
    return bool(viewer.seats) and game.setup.owner(viewer.seats[0]) == owner
