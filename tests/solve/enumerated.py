"""What three players can do at best, by going through every history of the rules themselves.

Slow and plain: no table of moments, nothing compiled, nothing numbered. What a player knows is the
list of what `redact` handed it. The plans of the others are asked for by that list. Where these
are fractions, so is everything that comes out.
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
from calavera.solve.several import Standing

Known = tuple[str | tuple[SeenEvent, ...], ...]
"""A player's own discs, and then all that it saw."""

Chance: TypeAlias = Fraction | float

Plans = Callable[[int, Known, list[Action]], Sequence[Chance]]
"""How likely a player who knows this makes each of its moves."""


class History(NamedTuple):
    """A game so far, and how likely chance and the others bring it about."""

    state: State
    known: tuple[Known, ...]
    chance: Chance


class Enumerated:
    """All histories of a game."""

    def __init__(self, seats: list[Standing], plans: Plans) -> None:
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
        """How likely a player wins if all keep to their plans."""
        return self._won(list(self._begin), player, answers=False)

    def best(self, player: int) -> Chance:
        """How likely it wins if it alone does what is best."""
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
        """The best move where one thing is known: the same in all histories that it may be."""
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
