"""Both players' plans for a round: what each does, what alternatives win, what comes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from calavera.bots.ending.booklet import Page, PageName
from calavera.bots.ending.plan import NEVER, Pair, Plan
from calavera.bots.ending.plan import Private as Held
from calavera.rules import Action
from calavera.solve.explorer.bounds import Bounds, Pages, bounds_at, packaged
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition
from calavera.solve.model.query import Query
from calavera.solve.model.round_tree import After, End, Node, Private, has_skull, round_tree


@dataclass(frozen=True)
class Option:
    """One of the things to do."""

    action: Action
    child: int  # the node that follows
    share: float  # how often the plan does it
    # How likely it wins against the other's plan; nothing where that never leads here.
    wins: float | None


@dataclass(frozen=True)
class Advice:
    """What one player does when it knows certain things."""

    player: int
    node: Node
    private: Private
    likely: float  # how likely the round comes to this, if both play so
    intended: bool  # whether its own plan ever leads here; if not, it has nothing to say
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Result:
    """One way for the round to come out, and what everybody then knows."""

    node: Node  # the attempt
    end: End
    likely: float  # how likely it is, if both play so
    # How often the challenger keeps its skull, where it chooses which disc to give up (R25) and has
    # a plan for it; without one everybody takes either disc to be as likely.
    keeps: float | None
    # How likely each of the two has its skull then, the player who began first.
    beliefs: tuple[float, float]

    @property
    def challenger(self) -> int:
        """Who made the attempt."""
        return self.node.actor

    @property
    def after(self) -> After:
        """What follows."""
        return self.node.after[self.end]

    def bounds(self, pages: Pages = packaged) -> Bounds:
        """How likely the player who began wins from there."""
        position, is_first = self.after.position, self.challenger == FIRST
        if position is None:
            won = float(self.after.challenger_won == is_first)
            return Bounds(won, won)
        beliefs = self.beliefs if is_first else self.beliefs[::-1]
        found = bounds_at(position, *beliefs, pages)
        return found if is_first else found.turned


class Equilibrium:
    """The best plans of both on the pages of a booklet, at some beliefs."""

    def __init__(self, question: Query, pages: Pages = packaged) -> None:
        self.question = question
        self.nodes = round_tree(question.position).nodes
        place, beliefs = PageName(*question.position), (question.first, question.second)
        first, second = pages(question.position)

        def pages_at(place: PageName) -> tuple[Page, Page]:
            return pages(DuelPosition(*place))

        self.plans = (
            Plan(place, FIRST, first.mixture(*beliefs), pages_at),
            Plan(place, SECOND, second.mixture(*beliefs[::-1]), pages_at),
        )

    def advice(self, player: int) -> Iterator[Advice]:
        """All that a player may have to decide, in the order of the round."""
        for node in self.nodes:
            if node.actor == player and not node.is_attempt:
                yield from self.advice_at(node)

    def advice_at(self, node: Node) -> Iterator[Advice]:
        """What the player to move may have to decide at a node."""
        player = node.actor
        mine, others = self.reach[player][node.number], self.reach[1 - player][node.number]
        mass = sum(others)
        for state, private in enumerate(node.privates[player]):
            shares, own = self.shares(node, state), mine[state]
            wins = self.plans[1 - player].answers(node.told.split(), _held(private)) or {}
            options = [
                Option(edge.action, edge.child, shares[move], wins.get(move))
                for edge in node.edges
                if edge.state == state and (move := str(edge.action))
            ]
            yield Advice(player, node, private, mass * own, own > NEVER, tuple(options))

    def results(self) -> Iterator[Result]:
        """The ways for the round to come out, in the order of the round."""
        for node in self.nodes:
            if node.is_attempt:
                yield from self.results_at(node, [self.reach[n][node.number] for n in (0, 1)])

    def results_at(self, node: Node, there: Sequence[Sequence[float]]) -> Iterator[Result]:
        """The ways for an attempt to come out, by how much of each player comes to it."""
        mine, other = node.actor, 1 - node.actor
        discs, keeps = self.question.position.discs[mine], self.keeps(node)
        for end in End:
            own = _shares(node, mine, there[mine], node.fails_itself, end is End.OWN_SKULL)
            met = None if end is End.OWN_SKULL else end is End.OTHERS_SKULL
            theirs = _shares(node, other, there[other], node.stops, met)
            likely = sum(own) * sum(theirs)
            if likely <= NEVER:
                continue
            beliefs = [0.0, 0.0]
            beliefs[mine], beliefs[other] = own[0] / sum(own), theirs[0] / sum(theirs)
            if end is End.OTHERS_SKULL:
                beliefs[mine] *= (discs - 1) / discs  # picked blind (R24)
            chosen = end is End.OWN_SKULL and discs > 1
            if chosen:
                beliefs[mine] = 0.5 if keeps is None else keeps
            first, second = beliefs
            yield Result(node, end, likely, keeps if chosen else None, (first, second))

    def keeps(self, node: Node) -> float | None:
        """How often the challenger keeps its skull if it meets it; nothing without a plan."""
        kept, lost = self.plans[node.actor].discards(node.told) or (0.0, 0.0)
        return kept / (kept + lost) if kept + lost > NEVER else None

    def shares(self, node: Node, state: int) -> dict[str, float]:
        """What the player to move does in a private state; evenly where its plan never leads."""
        flows = self.plans[node.actor].flows(node.told, _held(node.privates[node.actor][state]))
        total = sum(flows.values())
        if total <= 0.0:
            return dict.fromkeys(flows, 1.0 / len(flows))
        return {move: flow / total for move, flow in flows.items()}

    @cached_property
    def reach(self) -> tuple[list[list[float]], list[list[float]]]:
        """For each player, node and private state: how much of the player gets there, if it may."""
        found: tuple[list[list[float]], list[list[float]]] = (
            [[0.0] * len(node.privates[FIRST]) for node in self.nodes],
            [[0.0] * len(node.privates[SECOND]) for node in self.nodes],
        )
        for player, belief in ((FIRST, self.question.first), (SECOND, self.question.second)):
            for state, private in enumerate(self.nodes[0].privates[player]):
                found[player][0][state] = belief if has_skull(private) else 1.0 - belief
        for node in self.nodes:
            there = found[1 - node.actor][node.number]
            for child in node.children:
                found[1 - node.actor][child] = there
            self._spread(node, found[node.actor])
        return found

    def _spread(self, node: Node, reach: list[list[float]]) -> None:
        """Carry the player to move on, along its own plan."""
        there, told = reach[node.number], None
        flows: dict[str, float] = {}
        for edge in node.edges:
            if there[edge.state] > 0.0:
                if edge.state != told:
                    told = edge.state
                    private = node.privates[node.actor][edge.state]
                    flows = self.plans[node.actor].flows(node.told, _held(private))
                reach[edge.child][edge.next_state] = flows[str(edge.action)]


def _shares(
    node: Node, player: int, reach: Sequence[float], flags: Sequence[bool], wanted: bool | None
) -> Pair:
    """How much of a player, with its skull and without, has the flag that is wanted, or any."""
    shares = [0.0, 0.0]
    for private, share, flag in zip(node.privates[player], reach, flags, strict=True):
        if wanted is None or flag == wanted:
            shares[not has_skull(private)] += share
    return shares[0], shares[1]


def _held(private: Private) -> Held:
    hand, stack = ("".join(map(str, discs)) for discs in private)
    return hand, stack
