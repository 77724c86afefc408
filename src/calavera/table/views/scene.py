"""The table as one viewer sees it: people, settings, game."""

from calavera.protocol.scene import (
    DiceSeen,
    GameSeen,
    MemberSeen,
    OwnSeen,
    PlaceSeen,
    RoomSeen,
    TurnSeen,
    ViewSeen,
    You,
)
from calavera.protocol.summary import Summary
from calavera.record.retelling.steps import SeatHolding
from calavera.rules import Player, Seat, Viewer, legal_actions
from calavera.rules.model.seats import PUBLIC
from calavera.table.dice.draws import commitments
from calavera.table.logic.naming import chair_name
from calavera.table.logic.table import Game, Member, Table


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
                MemberSeen(one.number, one.name, table.place_of(one.number), one.removed, one.bot)
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
    """The viewpoint of a member: that of a player in the game, or the public's."""
    game = table.game
    if member is None or game is None or member.number not in game.members:
        return PUBLIC
    return game.viewer(game.members.index(member.number))


def you_seen(table: Table, member: Member | None) -> You:
    """A member's own role at the table."""
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
        view_seen(game, viewer),
        turns_seen(table, game),
        showing_until(table, game),
        tuple(sorted(game.declined)),
        opened(game),
        len(game.hints),
    )


def view_seen(game: Game, viewer: Viewer) -> ViewSeen:
    """What one viewer knows."""
    own = [own_seen(game, seat) for seat in viewer.seats]
    return ViewSeen(viewer, game.state.board, tuple(own))


def own_seen(game: Game, seat: Seat) -> OwnSeen:
    """A seat as its player sees it."""
    state = game.state
    return OwnSeen(seat, state.holdings[seat], legal_actions(state, seat), game.decisions[seat])


def opened(game: Game) -> tuple[SeatHolding, ...] | None:
    """All holdings, for readers of a finished game whose record is open (R42)."""
    if not game.is_open:
        return None
    return tuple(map(SeatHolding, game.setup.seats, game.state.holdings))


def showing_until(table: Table, game: Game) -> int | None:
    """When the time for showing discs ends."""
    return game.showing_until if game.showing_until and table.waiting_to_show() else None


def turns_seen(table: Table, game: Game) -> tuple[TurnSeen, ...]:
    """The seats in turn, with their deadlines."""
    has_clock = table.settings.clock is not None
    return tuple([_turn_seen(table, game, seat, has_clock) for seat in game.state.board.turn])


def _turn_seen(table: Table, game: Game, seat: Seat, has_clock: bool) -> TurnSeen:
    end = table.deadline(seat)
    if has_clock:
        return TurnSeen(seat, end, game.reserves[seat], None)
    is_endless = table.is_solo or table.is_by_bot(game.setup.owner(seat))
    return TurnSeen(seat, None, game.reserves[seat], None if is_endless else end)


def dice_seen(game: Game, viewer: Viewer) -> DiceSeen:
    """The dice; after the game with the secrets of the open and own draws (R42)."""
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


def summary_of(table: Table) -> Summary:
    """The table's line in a list."""
    seated = [table.members[chair.member - 1] for chair in table.chairs if chair.member is not None]
    guest_bots = sum(member.bot for member in seated)
    bots = sum(chair.member is None and chair.bot is not None for chair in table.chairs)
    host = table.members[table.host - 1].name if table.members else chair_name(table, 0)
    return Summary(
        table.code, table.phase, host, len(seated) - guest_bots, bots + guest_bots, table.number,
        table.settings,
    )  # fmt: skip
