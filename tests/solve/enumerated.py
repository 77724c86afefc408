"""Best responses of three players, by enumerating every history of the rules themselves.

Slow and plain: no node table, nothing compiled or numbered. An information set is the list of what
`redact` returned to a player; the others' plans are looked up by it. If the plans are fractions, so
are all results.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from calavera.rules import (
    Action,
    Event,
    Placement,
    Player,
    Seat,
    SeenEvent,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
)
from calavera.solve.several.profile import SeatInfo

Known = tuple[str | tuple[SeenEvent, ...], ...]
"""A player's own discs, then everything it saw."""

Chance: TypeAlias = Fraction | float

Plans = Callable[[int, Known, list[Action]], Sequence[Chance]]
"""A player's probability of each move, by information set."""


class History(NamedTuple):
    """A game so far, and its probability by chance and the others."""

    state: State
    known: tuple[Known, ...]
    chance: Chance


class Enumerated:
    """All histories of a game."""

    def __init__(self, seats: list[SeatInfo], plans: Plans) -> None:
        self._players, self._plans = len(seats), plans
        self._begin = []
        for deal in product(*(seat.kinds for seat in seats)):
            start = [start for start, _ in deal]
            setup = set_up(len(seats), placement=Placement.FIRST_LAST, start=start)
            self._viewers = [setup.viewer(Player(player)) for player in range(len(seats))]
            chance = Fraction(1)
            for _, share in deal:
                chance *= Fraction(share)
            known = tuple((str(each),) for each in start)
            self._begin.append(History(new_game(setup, first=Seat(0)), known, chance))

    def share(self, player: int) -> Chance:
        """A player's probability of winning if all follow their plans."""
        return self._won(list(self._begin), player, answers=False)

    def best(self, player: int) -> Chance:
        """Its probability of winning with a best response."""
        return self._won(list(self._begin), player, answers=True)

    def _won(self, histories: list[History], player: int, *, answers: bool) -> Chance:
        won: Chance = Fraction(0)
        waiting = dict[Known, list[History]]()
        while histories:
            history = histories.pop()
            outcome = history.state.board.outcome
            if outcome is not None:
                won += history.chance if outcome.winner == Player(player) else 0
                continue
            drawn = chance_outcomes(history.state)
            if drawn:
                histories += [self._after(history, (event,), p) for event, p in drawn]
                continue
            seat, moves = history.state.board.turn[0], _moves(history.state)
            if answers and seat == player and len(moves) > 1:
                waiting.setdefault(history.known[player], []).append(history)
                continue
            shares: Sequence[Chance] = [Fraction(1)]
            if len(moves) > 1:
                shares = self._plans(seat, history.known[seat], moves)
            histories += [
                self._after(history, decide(history.state, seat, move), share)
                for move, share in zip(moves, shares, strict=True)
                if share > 0
            ]
        return won + sum(self._chosen(each, player) for each in waiting.values())

    def _chosen(self, histories: list[History], player: int) -> Chance:
        """The best move in one information set: the same in all its histories."""
        seat = Seat(player)
        return max(
            self._won(
                [self._after(each, decide(each.state, seat, move)) for each in histories],
                player,
                answers=True,
            )
            for move in _moves(histories[0].state)
        )

    def _after(
        self, history: History, events: tuple[Event, ...], share: Chance = Fraction(1)
    ) -> History:
        state = history.state
        for event in events:
            state = evolve(state, event)
        known = tuple(
            (*before, tuple(redact(event, viewer) for event in events))
            for before, viewer in zip(history.known, self._viewers, strict=True)
        )
        return History(state, known, history.chance * share)


def _moves(state: State) -> list[Action]:
    legal = legal_actions(state, state.board.turn[0])
    return [action for action in legal if not isinstance(action, Show)]
