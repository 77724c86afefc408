"""One round of two players as a public tree with private states, read off the rules.

A node is what everybody has seen so far; at a node each player is in one of a few private states
(where its skull lies, or that it has none). The rules are asked for everything: what is legal,
what follows, what it looks like to the other. Two things make the tree small and change nothing:

- Step 1 goes in turn (`first-last`); the discs are face down, so the order tells nobody anything.
- With two players every flip is forced (R19, R20), so an attempt is a leaf: what comes of it
  depends on the two private states alone. The depth of the skull is not distinguished, because the
  next round does not depend on it.

Showing discs (R22) is left out: whoever shows tells the other something for nothing, and in a game
of two that never helps (see the decision on the bracket).
"""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from calavera.rules import (
    PUBLIC,
    Action,
    Board,
    Disc,
    Outcome,
    Phase,
    Placement,
    Seat,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    seat_letter,
    set_up,
)
from calavera.rules.events import PlacementUnseen
from calavera.solve.model.duel_position import (
    FIRST,
    SECOND,
    DuelPosition,
    may_lack_the_skull,
    seat_start,
)

Private = tuple[tuple[Disc, ...], tuple[Disc, ...]]
"""Hand and stack of one seat."""

Pair = tuple[Private, Private]
"""Those of both."""

Worlds = dict[Pair, State]
"""Every pair of private states that a public history leaves open, as a state of the rules."""


class End(IntEnum):
    """How an attempt can come out."""

    SUCCESS = 0
    OWN_SKULL = 1
    OTHERS_SKULL = 2


class After(NamedTuple):
    """What follows an attempt."""

    # The next round's, the challenger first; none where the game is over.
    position: DuelPosition | None
    challenger_won: bool  # who won, where it is over


@dataclass(slots=True)
class Edge:
    """What a player can do in one private state."""

    state: int  # the private state of the player to move, a number at this node
    action: Action
    child: int  # the node that follows
    next_state: int  # its private state there


@dataclass(slots=True)
class Node:
    """What both have seen of the round."""

    number: int  # nodes come before their children
    told: str  # the moves so far, as everybody saw them: `b? a? b1 a2`
    board: Board  # the open table
    # The private states that each of the two can be in.
    privates: tuple[tuple[Private, ...], tuple[Private, ...]]
    actor: int  # who is to move; at an attempt the challenger
    # What the player to move can do, ordered by its private state; none at an attempt.
    edges: list[Edge] = field(default_factory=list)
    children: list[int] = field(default_factory=list)  # the nodes that can follow
    # For each private state of the challenger: does it turn over its own skull?
    fails_itself: tuple[bool, ...] = ()
    # For each private state of the other: does its skull stop a challenger that gets so far?
    stops: tuple[bool, ...] = ()
    after: tuple[After, ...] = ()  # what follows each `End` of the attempt

    @property
    def is_attempt(self) -> bool:
        """Whether the bidding is over here."""
        return self.board.phase is Phase.FLIP


UNSEEN: Final = "?"
"""A disc that only its owner knows, as the notation writes it."""


class RoundTree:
    """All public nodes of one round, the root first."""

    def __init__(self, position: DuelPosition) -> None:
        self.position = position
        self.nodes: list[Node] = []
        self._tried: dict[tuple[int, int, Pair], tuple[End, After]] = {}
        self._add("", _starts(position))

    def _add(self, told: str, worlds: Worlds) -> int:
        board = next(iter(worlds.values())).board
        privates = _privates(worlds, FIRST), _privates(worlds, SECOND)
        node = Node(len(self.nodes), told, board, privates, board.turn[0])
        self.nodes.append(node)
        if node.is_attempt:
            self._judge(node, worlds)
        else:
            self._branch(node, worlds)
        return node.number

    def _branch(self, node: Node, worlds: Worlds) -> None:
        """Make the children: one for each thing that everybody can see the actor do."""
        grown: dict[str, Worlds] = {}
        moves: dict[tuple[Private, Action], tuple[str, Private]] = {}
        for pair, state in worlds.items():
            for action in legal_actions(state, Seat(node.actor)):
                after, seen = _played(state, Seat(node.actor), action)
                pair_after = _pair(after)
                grown.setdefault(seen, {})[pair_after] = after
                moves[pair[node.actor], action] = seen, pair_after[node.actor]
        numbers = {
            seen: self._add(f"{node.told} {seen}".lstrip(), grown[seen])
            for seen in sorted(grown, key=_spoken_order)
        }
        node.children = list(numbers.values())
        mine = node.privates[node.actor]
        for (private, action), (seen, then) in moves.items():
            child = numbers[seen]
            place = self.nodes[child].privates[node.actor].index(then)
            node.edges.append(Edge(mine.index(private), action, child, place))
        node.edges.sort(key=lambda edge: (edge.state, edge.child, str(edge.action)))
        other = 1 - node.actor
        assert all(self.nodes[n].privates[other] == node.privates[other] for n in node.children)

    def _judge(self, node: Node, worlds: Worlds) -> None:
        """Play the attempt in every world and find what it depends on."""
        challenger, other = node.actor, 1 - node.actor
        ends: dict[Pair, End] = {}
        after: dict[End, After] = {}
        for pair, state in worlds.items():
            end, then = self._try(pair, state, challenger)
            ends[pair[challenger], pair[other]] = end
            after[end] = then
        mine, yours = node.privates[challenger], node.privates[other]
        node.fails_itself = tuple(ends[private, yours[0]] is End.OWN_SKULL for private in mine)
        going = [mine[n] for n, fails in enumerate(node.fails_itself) if not fails]
        node.stops = tuple(
            bool(going) and ends[going[0], private] is End.OTHERS_SKULL for private in yours
        )
        for n, private in enumerate(mine):  # what the leaf is taken to depend on is all there is
            for m, theirs in enumerate(yours):
                expected = End.OTHERS_SKULL if node.stops[m] else End.SUCCESS
                expected = End.OWN_SKULL if node.fails_itself[n] else expected
                assert ends[private, theirs] is expected
        nothing = After(None, challenger_won=False)
        node.after = tuple(after.get(end, nothing) for end in End)

    def _try(self, pair: Pair, state: State, challenger: int) -> tuple[End, After]:
        """How an attempt comes out; what was said before it does not matter."""
        assert state.board.bidding is not None
        key = challenger, state.board.bidding.number, pair
        if key not in self._tried:
            end, then = _attempted(state)
            self._tried[key] = end, _after(then, challenger)
        return self._tried[key]


@cache
def round_tree(position: DuelPosition) -> RoundTree:
    """The tree of a position's round; made once."""
    return RoundTree(position)


def has_skull(private: Private) -> bool:
    """Whether the player still has its skull, wherever it lies."""
    return Disc.SKULL in private[0] or Disc.SKULL in private[1]


def _starts(position: DuelPosition) -> Worlds:
    worlds: Worlds = {}
    for mine in _possible(position.first_discs):
        for yours in _possible(position.second_discs):
            start = [
                seat_start(position.first_discs, position.first_wins, skull=mine),
                seat_start(position.second_discs, position.second_wins, skull=yours),
            ]
            setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
            state = new_game(setup, first=Seat(FIRST))
            worlds[_pair(state)] = state
    return worlds


def _possible(discs: int) -> tuple[bool, ...]:
    return (True, False) if may_lack_the_skull(discs) else (True,)


def _privates(worlds: Worlds, player: int) -> tuple[Private, ...]:
    return tuple(sorted({pair[player] for pair in worlds}, key=_private_order))


def _private_order(private: Private) -> tuple[bool, str]:
    """Those with the skull first, then those in which it lies lowest."""
    return not has_skull(private), "".join(map(str, private[1])).replace("S", "A")


def _pair(state: State) -> Pair:
    first, second = state.holdings
    return (first.hand, first.stack), (second.hand, second.stack)


def _played(state: State, seat: Seat, action: Action) -> tuple[State, str]:
    """The state after an action, and what everybody saw of it, as a token."""
    events = decide(state, seat, action)
    for event in events:
        state = evolve(state, event)
    seen = redact(events[0], PUBLIC)
    word = UNSEEN if isinstance(seen, PlacementUnseen) else str(action)
    return state, f"{seat_letter(seat)}{word}"


def _spoken_order(seen: str) -> tuple[bool, bool, int]:
    """A disc first, then a pass, then bids from the lowest."""
    word = seen[1:]
    return word.isdigit(), word != UNSEEN, int(word) if word.isdigit() else 0


def _attempted(state: State) -> tuple[End, State]:
    """How the flips come out, and the state after them and after any loss."""
    seat = state.board.turn[0]
    while state.board.phase is Phase.FLIP and state.board.turn:
        (flip,) = legal_actions(state, seat)
        for event in decide(state, seat, flip):
            state = evolve(state, event)
    if state.board.phase is not Phase.LOSE:
        return End.SUCCESS, state
    assert state.board.attempt is not None
    end = End.OWN_SKULL if state.board.attempt.skull == seat else End.OTHERS_SKULL
    return end, _lost(state)


def _lost(state: State) -> State:
    """The state after a loss: which disc it is does not matter for who begins (R28)."""
    outcomes = chance_outcomes(state)
    if outcomes:
        state = evolve(state, outcomes[0][0])
    taker = state.board.turn[0]
    action = next(act for act in legal_actions(state, taker) if not isinstance(act, Show))
    for event in decide(state, taker, action):
        state = evolve(state, event)
    return state


def _after(state: State, challenger: int) -> After:
    board = state.board
    outcome: Outcome | None = board.outcome
    if outcome is not None:
        return After(None, outcome.seat == challenger)
    assert board.first == challenger, "the challenger begins (R28)"
    mine, yours = board.mats[challenger], board.mats[1 - challenger]
    return After(DuelPosition(mine.discs, yours.discs, mine.wins, yours.wins), challenger_won=False)
