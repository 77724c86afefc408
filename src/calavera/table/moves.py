"""What follows from a move in a running game: facts, or a reason why not."""

from collections.abc import Callable
from typing import NamedTuple

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
from calavera.rules.board import may_show
from calavera.rules.events import AttemptFailed, GameEnded
from calavera.table.commands import Decline
from calavera.table.facts import Declined, DiceBound, Fact, Played
from calavera.table.reasons import Reason, Refused
from calavera.table.table import Game, Member, Table, TablePhase


class Circumstances(NamedTuple):
    """What a decision depends on besides the table."""

    now: int
    """Milliseconds since 1970."""

    random: Callable[[int], bytes]
    """A source of unguessable bytes."""


Facts = tuple[Fact, ...]


def play(table: Table, seat: Seat, action: Action, around: Circumstances) -> Facts:
    """What follows from an action, chance included; raises Refused."""
    game = table.game
    if game is None or table.phase is not TablePhase.PLAYING:
        raise Refused(Reason.WRONG_PHASE)
    state = game.state
    if not isinstance(action, Show):
        if seat not in state.board.turn:
            raise Refused(Reason.NOT_YOUR_TURN, f"it is not the turn of {seat_letter(seat)}")
        if is_time_to_show(table, around.now):
            raise Refused(Reason.TOO_SOON, "discs may be shown now")
    try:
        events = decide_move(state, seat, action)
    except IllegalAction as error:
        raise Refused(Reason.ILLEGAL, str(error)) from None
    last = type(events[-1])
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
    """Whether the table waits for somebody who may show discs (R22)."""
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
    """The running game and the chair of a seat, where both are the member's."""
    game = table.game
    if game is None or table.phase is not TablePhase.PLAYING:
        raise Refused(Reason.WRONG_PHASE, "there is no game")
    if number != game.number:
        raise Refused(Reason.WRONG_GAME, f"the game is {game.number}")
    if seat >= len(game.decisions):
        raise Refused(Reason.WRONG_SEAT, "there is no such seat in this game")
    place = game.setup.owner(seat)
    if table.chairs[place].member != member.number:
        raise Refused(Reason.WRONG_SEAT, f"{seat_letter(seat)} is not your seat")
    return game, place


def new_dice(around: Circumstances) -> DiceBound:
    """The secret that the dice of the next game are made from."""
    return DiceBound(around.random(32).hex())
