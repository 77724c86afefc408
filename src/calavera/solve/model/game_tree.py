"""The game as an extensive form: every state that the rules can reach, numbered.

Many histories lead to the same node; information sets follow from what the players saw. The exact
linear program and the solver for three players both walk over it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from calavera.rules import (
    Event,
    Phase,
    Placement,
    Player,
    Seat,
    SeatStart,
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
from calavera.rules.model.queries import may_show

_HIDDEN: Final = "keeps its discs hidden"


class Branch(NamedTuple):
    """One thing that can happen next."""

    then: int  # the moment it leads to
    seen: tuple[int, ...]  # what each player sees of it
    share: float  # how likely chance brings it; 1 where a player chooses


class TreeNode(NamedTuple):
    """A state of the game with what can happen next; many histories lead to the same node."""

    winner: int | None  # who has won, once the game is over
    actor: int | None  # who chooses; none where chance draws, or the rules leave no choice
    branches: tuple[Branch, ...]


class GameTree:
    """Nodes by their number, each derived from the rules once."""

    def __init__(self, players: int, *, shows: bool = False) -> None:
        """With `shows`, whoever may shows its discs after a failure or does not (R22)."""
        self._shows = shows
        self._numbers: dict[tuple[State, bool], int] = {}
        self._states: list[tuple[State, bool]] = []
        self._made: dict[int, TreeNode] = {}
        self._seen: dict[tuple[SeenEvent | str, ...], int] = {}
        setup = set_up(players)
        self._viewers = [setup.viewer(Player(player)) for player in range(players)]

    def number(self, state: State, *, asked: bool = False) -> int:
        """The number of a state; asked, whether somebody has been asked to show its discs."""
        key = state, asked
        if key not in self._numbers:
            self._numbers[key] = len(self._states)
            self._states.append(key)
        return self._numbers[key]

    def begin(self, start: Sequence[SeatStart]) -> int:
        """The moment in which a game from this start begins, the first seat first."""
        setup = set_up(len(start), placement=Placement.FIRST_LAST, start=start)
        return self.number(new_game(setup, first=Seat(0)))

    def seen(self, *events: SeenEvent | str) -> int:
        """A number for what a player sees."""
        return self._seen.setdefault(events, len(self._seen))

    def at(self, number: int) -> TreeNode:
        """What can happen there."""
        if number not in self._made:
            self._made[number] = self._make(*self._states[number])
        return self._made[number]

    def _make(self, state: State, asked: bool) -> TreeNode:
        board = state.board
        if board.outcome is not None:
            return TreeNode(int(board.outcome.winner), None, ())
        outcomes = chance_outcomes(state)
        if outcomes:
            drawn = (self._branch(state, (event,), asked, float(p)) for event, p in outcomes)
            return TreeNode(None, None, tuple(drawn))
        if self._shows and board.phase is Phase.LOSE and not asked:
            return self._ask_to_show(state)
        seat = board.turn[0]
        actions = [act for act in legal_actions(state, seat) if not isinstance(act, Show)]
        branches = tuple(self._branch(state, decide(state, seat, act), asked) for act in actions)
        return TreeNode(None, int(seat) if len(actions) > 1 else None, branches)

    def _branch(
        self, state: State, events: tuple[Event, ...], asked: bool, share: float = 1.0
    ) -> Branch:
        for event in events:
            state = evolve(state, event)
        seen = tuple(
            self.seen(*(redact(event, viewer) for event in events)) for viewer in self._viewers
        )
        asked = asked and state.board.phase is Phase.LOSE
        return Branch(self.number(state, asked=asked), seen, share)

    def _ask_to_show(self, state: State) -> TreeNode:
        """Whoever may show its discs does, or keeps them hidden (R22)."""
        hidden = self.seen(_HIDDEN)
        seen = (hidden,) * len(self._viewers)
        keeps = Branch(self.number(state, asked=True), seen, 1.0)
        board = state.board
        seat = next((seat for seat in board.setup.seats if may_show(board, seat)), None)
        if seat is None or board.attempt is None or board.attempt.skull == seat:
            return TreeNode(None, None, (keeps,))
        shows = self._branch(state, decide(state, seat, Show()), asked=True)
        return TreeNode(None, int(seat), (shows, keeps))
