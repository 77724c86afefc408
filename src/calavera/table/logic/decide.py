"""The facts that follow from a command, or a refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Any

from calavera.bots import EVERY_BOT
from calavera.protocol.commands import (
    Act,
    Admit,
    AskHint,
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
)
from calavera.protocol.facts import (
    BotDeclared,
    BotSeated,
    CameBack,
    Emptied,
    GameBegan,
    HostPassed,
    Joined,
    Played,
    Readmitted,
    ReadySaid,
    Removed,
    Renamed,
    Reshuffled,
    Seated,
    SettingsChanged,
    StoodIn,
    TribesChosen,
)
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings, check_settings
from calavera.protocol.tribes import free_tribes
from calavera.table.dice.draws import Dice
from calavera.table.logic.caller import Caller
from calavera.table.logic.moves import (
    Circumstances,
    Facts,
    ask_hint,
    check_decision,
    decline,
    own_seat,
    play,
)
from calavera.table.logic.naming import name_at
from calavera.table.logic.table import Chair, Member, Table
from calavera.table.logic.talk import muted, said, taunted

MOST_MEMBERS = 100
STAND_IN = "champion"
"""The bot that plays for an absent member."""


def decide(table: Table, caller: Caller, command: Command, around: Circumstances) -> Facts:
    """The facts that follow from a command; raises Refused."""
    if table.phase is TablePhase.CLOSED:
        raise Refused(Reason.CLOSED)
    member = table.member_of(caller.identity)
    if member is not None and member.removed:
        raise removed()
    if isinstance(command, Sit):
        return _sit(table, caller, command)
    if member is None:
        raise Refused(Reason.NOT_AT_TABLE, "sit down first")
    return _DECISIONS[type(command)](table, member, command, around)


def removed() -> Refused:
    """The refusal for members whom the host or an administrator removed."""
    return Refused(Reason.REMOVED, "you were removed from this table")


def _act(table: Table, member: Member, command: Act, around: Circumstances) -> Facts:
    game, place = own_seat(table, member, command.game, command.seat)
    check_decision(game, command.seat, command.decision)
    return (*_taking_back(table, place), *play(table, command.seat, command.action, around))


def _sit(table: Table, caller: Caller, command: Sit) -> Facts:
    if not caller.identity:
        raise Refused(Reason.NO_IDENTITY)
    member = table.member_of(caller.identity)
    came: Facts = ()
    if member is None:
        if len(table.members) >= MOST_MEMBERS:
            raise Refused(
                Reason.TABLE_FULL, f"the table has had {MOST_MEMBERS} people, the most it can have"
            )
        name = name_at(table, caller.name)
        member = Member(len(table.members) + 1, caller.identity, name)
        came = (Joined(member.number, name, caller.identity),)
    if command.bot and not member.bot:
        member = member._replace(bot=True)
        came = (*came, BotDeclared(member.number))
    own = table.place_of(member.number)
    if table.phase is not TablePhase.GATHERING:
        if own is None:
            raise Refused(Reason.WRONG_PHASE, "a game is being played")
        if command.place not in (None, own):
            raise Refused(Reason.WRONG_PHASE, f"a game is being played; your chair is {own}")
        return (*came, *_taking_back(table, own))
    place = _free_place(table, command.place, own)
    if place == own:
        return (*came, *_taking_back(table, place))
    _check_bot(table, member)
    before = table.chairs[place if own is None else own]
    return (*came, Seated(member.number, place, before.tribes or _next_tribes(table)))


def _check_bot(table: Table, member: Member) -> None:
    """Raises Refused for a bot where none may sit; a host decides about itself."""
    if member.bot and not table.settings.guest_bots and member.number != table.host:
        raise Refused(Reason.NO_BOTS, "bots may not sit at this table")


def _free_place(table: Table, wanted: int | None, own: int | None) -> int:
    if wanted is None:
        if own is not None:
            return own
        free = [place for place, chair in enumerate(table.chairs) if chair.is_free]
        bots = [place for place, chair in enumerate(table.chairs) if chair.member is None]
        if not bots:
            raise Refused(Reason.TABLE_FULL, "no chair is free")
        # A bot gives way: whoever was invited may come after the host has filled the chairs.
        return free[0] if free else bots[-1]
    if wanted >= len(table.chairs):
        raise Refused(Reason.BAD_MESSAGE, "there is no such chair")
    if wanted != own and not table.chairs[wanted].is_free:
        raise Refused(Reason.PLACE_TAKEN, "somebody sits there")
    return wanted


def _next_tribes(table: Table) -> tuple[Any, ...]:
    taken = [tribe for chair in table.chairs for tribe in chair.tribes]
    return free_tribes(taken, table.settings.tribes)


def _stand(table: Table, member: Member, _: Stand, __: Circumstances) -> Facts:
    _before_a_game(table)
    return _leaving_chair(table, member, _own_place(table, member))


def _leaving_chair(table: Table, member: Member, place: int) -> Facts:
    return (Emptied(place), *_passing_host(table, member))


def _passing_host(table: Table, member: Member) -> Facts:
    """A host who leaves passes the role to a seated member."""
    if table.host != member.number:
        return ()
    for chair in table.chairs:
        heir = chair.member
        if heir is None or heir == member.number or table.members[heir - 1].removed:
            continue
        return (HostPassed(heir),)
    return ()


def _leave(table: Table, member: Member, _: Leave, __: Circumstances) -> Facts:
    place = table.place_of(member.number)
    if place is None:
        return _passing_host(table, member)
    if table.phase is not TablePhase.PLAYING:
        return _leaving_chair(table, member, place)
    return (*standing_in(table, place), *_passing_host(table, member))


def renaming(table: Table, caller: Caller) -> Facts:
    """Update a member's name, if it changed."""
    member = table.member_of(caller.identity)
    if member is None:
        return ()
    name = name_at(table, caller.name, member.number)
    return () if member.name == name else (Renamed(member.number, name),)


def standing_in(table: Table, place: int) -> Facts:
    """A bot takes over a chair."""
    return () if table.is_by_bot(place) else (StoodIn(place, STAND_IN),)


def _back(table: Table, member: Member, _: Back, __: Circumstances) -> Facts:
    return _taking_back(table, _own_place(table, member))


def coming_back(table: Table, member: int) -> Facts:
    """A member who connects takes back their seat from a bot."""
    place = table.place_of(member)
    if place is None or table.members[member - 1].removed:
        return ()
    return _taking_back(table, place)


def _taking_back(table: Table, place: int) -> Facts:
    return (CameBack(place),) if table.is_by_bot(place) else ()


def _choose_tribes(table: Table, member: Member, command: ChooseTribes, _: Circumstances) -> Facts:
    _before_a_game(table)
    chair = _chair(table, command.place)
    if chair.member != member.number and (chair.member is not None or chair.bot is None):
        raise Refused(Reason.WRONG_SEAT, "that is neither your chair nor a bot's")
    if chair.member is None:
        _only_host(table, member)
    wanted = command.tribes
    if len(wanted) != table.settings.tribes or len(set(wanted)) < len(wanted):
        raise Refused(
            Reason.BAD_MESSAGE,
            f"expected {table.settings.tribes} different tribes, got {len(set(wanted))}",
        )
    for other, taken in enumerate(table.chairs):
        if other != command.place and set(taken.tribes) & set(wanted):
            raise Refused(Reason.TRIBE_TAKEN)
    return (TribesChosen(command.place, wanted),)


def _say_ready(table: Table, member: Member, command: SayReady, _: Circumstances) -> Facts:
    _before_a_game(table)
    place = _own_place(table, member)
    return (*_taking_back(table, place), ReadySaid(place, command.ready, command.salt))


def _change_settings(
    table: Table, member: Member, command: ChangeSettings, _: Circumstances
) -> Facts:
    _only_host(table, member)
    _before_a_game(table)
    check_settings(command.settings)
    people = sum(chair.member is not None for chair in table.chairs)
    if people > command.settings.players:
        raise Refused(
            Reason.TABLE_FULL,
            f"{people} people are seated, more than {command.settings.players} players",
        )
    return (*_sending_bots_off(table, command.settings), SettingsChanged(command.settings))


def _sending_bots_off(table: Table, settings: Settings) -> Facts:
    """Bots of other people lose their chairs where the host wants none any more."""
    if settings.guest_bots:
        return ()
    return tuple(
        [
            Emptied(place)
            for place, chair in enumerate(table.chairs)
            if chair.member not in (None, table.host) and table.members[chair.member - 1].bot
        ]
    )


def _seat_bot(table: Table, member: Member, command: SeatBot, _: Circumstances) -> Facts:
    _only_host(table, member)
    _before_a_game(table)
    chair = _chair(table, command.place)
    if chair.member is not None:
        raise Refused(Reason.PLACE_TAKEN)
    if command.bot not in EVERY_BOT:
        raise Refused(Reason.UNKNOWN_BOT)
    return (BotSeated(command.place, command.bot, chair.tribes or _next_tribes(table)),)


def _clear(table: Table, member: Member, command: Clear, _: Circumstances) -> Facts:
    _only_host(table, member)
    chair = _chair(table, command.place)
    if chair.is_free:
        raise Refused(Reason.NOT_SEATED, "nobody sits there")
    if table.phase is TablePhase.PLAYING:
        if chair.member is None:
            raise Refused(Reason.WRONG_PHASE)
        return (*standing_in(table, command.place), *_removing(table, member, chair.member))
    return (Emptied(command.place), *_removing(table, member, chair.member))


def _removing(table: Table, host: Member, number: int | None) -> Facts:
    """A person who is taken off a chair may not return; bots may."""
    if number is None or number == host.number or table.members[number - 1].removed:
        return ()
    return (Removed(number),)


def expelling(table: Table, number: int) -> Facts:
    """An administrator removes a member, even the host; raises Refused."""
    if not 1 <= number <= len(table.members):
        raise Refused(Reason.NOT_AT_TABLE, f"there is no member {number}")
    member = table.members[number - 1]
    if member.removed:
        return ()
    place = table.place_of(number)
    if place is None:
        leaving: Facts = ()
    elif table.phase is TablePhase.PLAYING:
        leaving = standing_in(table, place)
    else:
        leaving = (Emptied(place),)
    return (*leaving, *_replacing_host(table, member), Removed(number))


def _replacing_host(table: Table, member: Member) -> Facts:
    """A host who may not return passes the role even to a member who is not seated."""
    passing = _passing_host(table, member)
    if passing or table.host != member.number:
        return passing
    heirs = [one.number for one in table.members if one != member and not one.removed]
    return (HostPassed(heirs[0]),) if heirs else ()


def _admit(table: Table, member: Member, command: Admit, _: Circumstances) -> Facts:
    _only_host(table, member)
    if not 1 <= command.member <= len(table.members):
        raise Refused(Reason.NOT_AT_TABLE, f"there is no member {command.member}")
    return (Readmitted(command.member),) if table.members[command.member - 1].removed else ()


def _reshuffle(table: Table, member: Member, _: Reshuffle, around: Circumstances) -> Facts:
    _only_host(table, member)
    _before_a_game(table)
    lots = [(around.random(8), place) for place in range(len(table.chairs))]
    return (Reshuffled(tuple([place for _, place in sorted(lots)])),)


def _start(table: Table, member: Member, _: Start, __: Circumstances) -> Facts:
    _only_host(table, member)
    _before_a_game(table)
    if any(chair.is_free for chair in table.chairs):
        raise Refused(Reason.NOT_READY, "a chair is free")
    waiting = [chair for chair in table.chairs if chair.member not in (None, member.number)]
    if not all(chair.ready for chair in waiting):
        raise Refused(Reason.NOT_READY, "somebody is not ready")
    own = table.place_of(member.number)
    back = () if own is None else _taking_back(table, own)
    salts = tuple([chair.salt for chair in table.chairs])
    number = table.number + 1
    first = Dice(table.master, table.code, number, salts).first(table.settings.setup())
    return (*back, GameBegan(number, salts), Played(None, (first,)))


def _pass_host(table: Table, member: Member, command: PassHost, _: Circumstances) -> Facts:
    _only_host(table, member)
    if not 1 <= command.member <= len(table.members):
        raise Refused(Reason.NOT_AT_TABLE, f"there is no member {command.member}")
    if table.members[command.member - 1].removed:
        raise Refused(
            Reason.NOT_AT_TABLE, f"member {command.member} was removed; readmit them first"
        )
    return () if command.member == table.host else (HostPassed(command.member),)


def _only_host(table: Table, member: Member) -> None:
    if table.host != member.number:
        host = table.members[table.host - 1].name
        raise Refused(Reason.NOT_HOST, f"only the host may do that: {host}")


def _before_a_game(table: Table) -> None:
    if table.phase is not TablePhase.GATHERING:
        raise Refused(Reason.WRONG_PHASE, "a game is being played")


def _own_place(table: Table, member: Member) -> int:
    place = table.place_of(member.number)
    if place is None:
        raise Refused(Reason.NOT_SEATED, "sit down first")
    return place


def _chair(table: Table, place: int) -> Chair:
    if place >= len(table.chairs):
        raise Refused(Reason.BAD_MESSAGE, "there is no such chair")
    return table.chairs[place]


_DECISIONS: dict[type[Command], Callable[[Table, Member, Any, Circumstances], Facts]] = {
    Act: _act,
    Decline: decline,
    AskHint: ask_hint,
    Stand: _stand,
    Leave: _leave,
    Back: _back,
    ChooseTribes: _choose_tribes,
    SayReady: _say_ready,
    ChangeSettings: _change_settings,
    SeatBot: _seat_bot,
    Clear: _clear,
    Admit: _admit,
    Reshuffle: _reshuffle,
    Start: _start,
    Say: lambda table, member, command, _: said(table, member, command),
    SayTaunt: lambda table, member, command, _: taunted(table, member, command),
    Mute: lambda table, member, command, _: muted(table, member, command),
    PassHost: _pass_host,
}
