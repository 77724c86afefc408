"""The facts that follow from a move in a running game, or a refusal."""

from collections.abc import Callable
from typing import NamedTuple

from calavera.protocol.commands import AskHint, Decline
from calavera.protocol.facts import Declined, DiceBound, Fact, Hinted, Played
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.rules import (
    Action,
    Event,
    IllegalAction,
    Seat,
    Show,
    State,
    chance_outcomes,
    evolve,
    seat_letter,
)
from calavera.rules import decide as decide_move
from calavera.rules.events import AttemptFailed, GameEnded
from calavera.rules.model.queries import may_show
from calavera.table.logic.bot_talk import remarks
from calavera.table.logic.table import Game, Member, Table


class Circumstances(NamedTuple):
    """What a decision depends on besides the table."""

    now: int
    """Milliseconds since 1970."""
    random: Callable[[int], bytes]
    """A cryptographically secure random source."""


Facts = tuple[Fact, ...]


def play(table: Table, seat: Seat, action: Action, around: Circumstances) -> Facts:
    """The facts that follow from an action, with chance and talk of bots; raises Refused."""
    game = table.game
    if game is None or table.phase is not TablePhase.PLAYING:
        raise Refused(Reason.WRONG_PHASE)
    state = game.state
    if not isinstance(action, Show):
        if seat not in state.board.turn:
            raise Refused(Reason.NOT_YOUR_TURN, f"it is not the turn of {seat_letter(seat)}")
        if is_time_to_show(table, around.now):
            raise Refused(Reason.TOO_SOON, "the table waits for players who may show discs")
    try:
        events = decide_move(state, seat, action)
    except IllegalAction as error:
        raise Refused(Reason.ILLEGAL, str(error)) from None
    facts = _facts_of(game, seat, events, around)
    return (*facts, *remarks(table, game, facts))


def _facts_of(game: Game, seat: Seat, events: tuple[Event, ...], around: Circumstances) -> Facts:
    """The move, what chance draws after it, and new dice after the last one."""
    state, last = game.state, type(events[-1])
    if last is AttemptFailed and chance_outcomes(state := _after(state, events)):
        return (Played(seat, events), Played(None, (game.dice.pick(state),)))
    if last is GameEnded:
        return (Played(seat, events), new_dice(around))
    return (Played(seat, events),)


def _after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def is_time_to_show(table: Table, now: int) -> bool:
    """Whether the table waits for players who may show discs (R22)."""
    game = table.game
    if game is None or game.showing_until is None or now >= game.showing_until:
        return False
    return bool(table.waiting_to_show())


def decline(table: Table, member: Member, command: Decline, _: Circumstances) -> Facts:
    """A seat will not show its discs; raises Refused."""
    game, _place = own_seat(table, member, command.game, command.seat)
    if not may_show(game.state.board, command.seat):
        raise Refused(Reason.WRONG_PHASE, "there is nothing to show now")
    return () if command.seat in game.declined else (Declined(command.seat),)


def own_seat(table: Table, member: Member, number: int, seat: Seat) -> tuple[Game, int]:
    """The running game and the chair of the member's seat; raises Refused."""
    game = table.game
    if game is None or table.phase is not TablePhase.PLAYING:
        raise Refused(Reason.WRONG_PHASE, "there is no game")
    if number != game.number:
        raise Refused(Reason.WRONG_GAME, f"the current game is {game.number}, not {number}")
    if seat >= len(game.decisions):
        raise Refused(Reason.WRONG_SEAT, "there is no such seat in this game")
    place = game.setup.owner(seat)
    if table.chairs[place].member != member.number:
        raise Refused(Reason.WRONG_SEAT, f"{seat_letter(seat)} is not your seat")
    return game, place


def ask_hint(table: Table, member: Member, command: AskHint, _: Circumstances) -> Facts:
    """A player asks for a hint, and the game is marked, once for each decision; raises Refused."""
    game, place = own_seat(table, member, command.game, command.seat)
    if not table.is_solo:
        raise Refused(Reason.NO_HINTS, "hints are for games against bots only")
    check_decision(game, command.seat, command.decision)
    if table.is_by_bot(place) or command.seat not in game.state.board.turn:
        raise Refused(Reason.NOT_YOUR_TURN, f"{seat_letter(command.seat)} has nothing to decide")
    is_known = (command.seat, command.decision) in game.hints
    return () if is_known else (Hinted(command.seat, command.decision),)


def check_decision(game: Game, seat: Seat, decision: int) -> None:
    """Raises Refused unless it is the seat's next decision."""
    due = game.decisions[seat]
    if decision < due:
        raise Refused(Reason.STALE, "that decision was already made")
    if decision > due:
        raise Refused(Reason.TOO_SOON, f"the next decision is {due}, not {decision}")


def new_dice(around: Circumstances) -> DiceBound:
    """A new secret for the dice of the next game."""
    return DiceBound(around.random(32).hex())
