"""The table after a fact. Total: only `decide` judges."""

from collections.abc import Callable
from typing import Any

from calavera.protocol.facts import (
    BotDeclared,
    BotSaid,
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBound,
    Emptied,
    Fact,
    GameBegan,
    Hinted,
    HostPassed,
    Joined,
    Muted,
    Opened,
    Played,
    Readmitted,
    ReadySaid,
    Removed,
    Renamed,
    Reshuffled,
    Said,
    Seated,
    SettingsChanged,
    StoodIn,
    Taunted,
    TribesChosen,
)
from calavera.protocol.fields import TablePhase
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import free_tribes
from calavera.rules import evolve, new_game
from calavera.table.dice.draws import Dice
from calavera.table.logic.clock import changed, clocks_after, clocks_returned
from calavera.table.logic.entry import Entry
from calavera.table.logic.naming import record_names
from calavera.table.logic.table import Chair, Game, Member, Table


def after(table: Table, fact: Fact, at: int) -> Table:
    """The table after a fact; `at` is in milliseconds."""
    return _STEPS[type(fact)](table, fact, at)


def after_entry(table: Table, entry: Entry) -> Table:
    """The table after all facts of an entry."""
    for fact in entry.facts:
        table = after(table, fact, entry.at)
    return table


def _opened(table: Table, fact: Opened, _: int) -> Table:
    chairs = (Chair(),) * fact.settings.players
    return table._replace(code=fact.code, settings=fact.settings, chairs=chairs)


def _joined(table: Table, fact: Joined, _: int) -> Table:
    member = Member(fact.member, fact.identity, fact.name)
    return table._replace(members=(*table.members, member))


def _bot_declared(table: Table, fact: BotDeclared, _: int) -> Table:
    return _with_member(table, table.members[fact.member - 1]._replace(bot=True))


def _renamed(table: Table, fact: Renamed, _: int) -> Table:
    return _with_member(table, table.members[fact.member - 1]._replace(name=fact.name))


def _muted(table: Table, fact: Muted, _: int) -> Table:
    member = table.members[fact.by - 1]
    change = member.muted.union if fact.muted else member.muted.difference
    return _with_member(table, member._replace(muted=change({fact.member})))


def _removed(table: Table, fact: Removed, _: int) -> Table:
    return _with_member(table, table.members[fact.member - 1]._replace(removed=True))


def _readmitted(table: Table, fact: Readmitted, _: int) -> Table:
    return _with_member(table, table.members[fact.member - 1]._replace(removed=False))


def _with_member(table: Table, member: Member) -> Table:
    place = member.number - 1
    members = (*table.members[:place], member, *table.members[place + 1 :])
    return table._replace(members=members)


def _seated(table: Table, fact: Seated, _: int) -> Table:
    place = table.place_of(fact.member)
    if place is not None:
        table = _with_chair(table, place, Chair())
    return _with_chair(table, fact.place, Chair(member=fact.member, tribes=fact.tribes))


def _bot_seated(table: Table, fact: BotSeated, _: int) -> Table:
    return _with_chair(table, fact.place, Chair(bot=fact.bot, tribes=fact.tribes))


def _emptied(table: Table, fact: Emptied, _: int) -> Table:
    return _with_chair(table, fact.place, Chair())


def _tribes_chosen(table: Table, fact: TribesChosen, _: int) -> Table:
    return _with_chair(table, fact.place, table.chairs[fact.place]._replace(tribes=fact.tribes))


def _ready_said(table: Table, fact: ReadySaid, _: int) -> Table:
    chair = table.chairs[fact.place]._replace(ready=fact.ready, salt=fact.salt)
    return _with_chair(table, fact.place, chair)


def _with_chair(table: Table, place: int, chair: Chair) -> Table:
    return table._replace(chairs=(*table.chairs[:place], chair, *table.chairs[place + 1 :]))


def _settings_changed(table: Table, fact: SettingsChanged, _: int) -> Table:
    chairs = _fitting_chairs(table.chairs, fact.settings)
    return table._replace(settings=fact.settings, chairs=chairs)


def _fitting_chairs(chairs: tuple[Chair, ...], settings: Settings) -> tuple[Chair, ...]:
    """A chair per player with the right number of tribes; people keep theirs before bots."""
    kept = list(chairs)
    while len(kept) > settings.players:
        kept.remove(next(chair for chair in reversed(kept) if chair.member is None))
    kept += [Chair()] * (settings.players - len(kept))
    taken = [tribe for chair in kept for tribe in chair.tribes[: settings.tribes]]
    fitting = []
    for chair in kept:
        tribes = chair.tribes[: settings.tribes]
        if not chair.is_free:
            more = free_tribes(taken, settings.tribes - len(tribes))
            tribes, taken = (*tribes, *more), [*taken, *more]
        fitting.append(chair._replace(tribes=tribes, ready=False))
    return tuple(fitting)


def _reshuffled(table: Table, fact: Reshuffled, _: int) -> Table:
    return table._replace(chairs=tuple([table.chairs[old] for old in fact.order]))


def _host_passed(table: Table, fact: HostPassed, _: int) -> Table:
    return table._replace(host=fact.member)


def _dice_bound(table: Table, fact: DiceBound, _: int) -> Table:
    return table._replace(master=fact.master)


def _game_began(table: Table, fact: GameBegan, at: int) -> Table:
    settings = table.settings
    setup = settings.setup()
    seats = len(setup.seats)
    reserve = settings.clock.reserve * 1000 if settings.clock else 0
    game = Game(
        number=fact.number,
        state=new_game(setup),
        names=record_names(table),
        members=tuple([chair.member for chair in table.chairs]),
        dice=Dice(table.master, table.code, fact.number, fact.salts),
        opens=settings.opens,
        spectators=settings.spectators,
        audience=len(table.members),
        decisions=(0,) * seats,
        since=(at,) * seats,
        reserves=(reserve,) * seats,
        bots=frozenset(
            place
            for place, chair in enumerate(table.chairs)
            if chair.member is None or table.members[chair.member - 1].bot
        ),
        spoke=(0,) * settings.players,
    )
    return table._replace(phase=TablePhase.PLAYING, number=fact.number, game=game)


def _played(table: Table, fact: Played, at: int) -> Table:
    game = table.game
    if game is None:
        return table
    state = game.state
    for event in fact.events:
        state = evolve(state, event)
    seat, decisions = fact.seat, game.decisions
    if seat is not None:
        decisions = changed(decisions, seat, decisions[seat] + 1)
    clocked = clocks_after(game, table.settings, state, seat, at)
    after_it = table._replace(game=clocked._replace(state=state, decisions=decisions))
    return after_it if state.board.outcome is None else _gathering_again(after_it)


def _gathering_again(table: Table) -> Table:
    """After a game everybody keeps their chair and has to get ready again.

    Members who were removed in the meantime lose theirs.
    """
    gone = {member.number for member in table.members if member.removed}
    chairs = tuple(
        [
            Chair() if chair.member in gone else chair._replace(ready=False, salt="")
            for chair in table.chairs
        ]
    )
    return table._replace(phase=TablePhase.GATHERING, chairs=chairs)


def _declined(table: Table, fact: Declined, _: int) -> Table:
    game = table.game
    if game is None:
        return table
    return table._replace(game=game._replace(declined=game.declined | {fact.seat}))


def _hinted(table: Table, fact: Hinted, _: int) -> Table:
    game = table.game
    if game is None:
        return table
    hints = game.hints | {(fact.seat, fact.decision)}
    return table._replace(game=game._replace(hints=hints))


def _stood_in(table: Table, fact: StoodIn, _: int) -> Table:
    return _with_chair(table, fact.place, table.chairs[fact.place]._replace(bot=fact.bot))


def _came_back(table: Table, fact: CameBack, at: int) -> Table:
    table = _with_chair(table, fact.place, table.chairs[fact.place]._replace(bot=None))
    game = table.game
    if game is None or table.phase is not TablePhase.PLAYING:
        return table
    seats = game.viewer(fact.place).seats
    return table._replace(game=clocks_returned(game, table.settings, seats, at))


def _same(table: Table, _: Said | Taunted, __: int) -> Table:
    return table


def _bot_said(table: Table, fact: BotSaid, _: int) -> Table:
    game = table.game
    if game is None:
        return table
    spoke = changed(game.spoke, fact.place, game.state.board.round)
    return table._replace(game=game._replace(spoke=spoke))


def _closed(table: Table, _: Closed, __: int) -> Table:
    return table._replace(phase=TablePhase.CLOSED)


_STEPS: dict[type[Fact], Callable[[Table, Any, int], Table]] = {
    Opened: _opened,
    Joined: _joined,
    BotDeclared: _bot_declared,
    Renamed: _renamed,
    Muted: _muted,
    Seated: _seated,
    BotSeated: _bot_seated,
    Emptied: _emptied,
    Removed: _removed,
    Readmitted: _readmitted,
    TribesChosen: _tribes_chosen,
    ReadySaid: _ready_said,
    SettingsChanged: _settings_changed,
    Reshuffled: _reshuffled,
    HostPassed: _host_passed,
    DiceBound: _dice_bound,
    GameBegan: _game_began,
    Played: _played,
    Declined: _declined,
    Hinted: _hinted,
    StoodIn: _stood_in,
    CameBack: _came_back,
    Said: _same,
    Taunted: _same,
    BotSaid: _bot_said,
    Closed: _closed,
}
