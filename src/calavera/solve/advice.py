"""What to do in a round and what else would bring: a plan, one piece of knowledge at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from calavera.rules import Action, Bid, Disc, Pass, Phase, Place
from calavera.solve.certificate import best_answers
from calavera.solve.flat import flat_round
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.program import GuaranteeProgram
from calavera.solve.promises import Promises
from calavera.solve.question import Question
from calavera.solve.round_tree import Node, Private, has_skull, round_tree

AS_GOOD: Final = 0.0005
"""Options no further apart are as good as each other."""

TAKEN: Final = 0.005
"""What is done less often is not told."""

NEVER: Final = 1e-9
"""What is less likely is an accident of floating point."""


@dataclass(frozen=True)
class Option:
    """One of the things to do."""

    action: Action
    share: float
    """How often the plan does it."""

    wins: float | None
    """How likely it wins against the other's best plan; nothing where that never leads here."""


@dataclass(frozen=True)
class Advice:
    """What one player does when it knows certain things."""

    player: int
    node: Node
    private: Private
    likely: float
    """How likely the round comes to this, if both play so."""

    intended: bool
    """Whether its own plan ever leads here; if not, it has nothing to say."""

    options: tuple[Option, ...]


@dataclass(frozen=True)
class Equilibrium:
    """Both players' best plans for one round, and what they are worth."""

    question: Question
    plans: tuple[Plan, Plan]
    book: Mapping[tuple[int, int], Promises]

    def advice(self, player: int) -> Iterator[Advice]:
        """All that a player may have to decide, in the order of the round."""
        position = self.question.position
        values, others = best_answers(position, 1 - player, self.plans[1 - player], self.book)
        _, mine = best_answers(position, player, self.plans[player], self.book)
        slot, edge = 0, 0
        flat = flat_round(position)
        for node in round_tree(position).nodes:
            starts = slot, slot + len(node.privates[FIRST])
            slot = starts[SECOND] + len(node.privates[SECOND])
            if node.is_attempt:
                continue
            mass = sum(
                others[starts[1 - player] + n] for n in range(len(node.privates[1 - player]))
            )
            by_state: dict[int, list[Option]] = {}
            for move in node.edges:
                if node.actor == player:
                    wins = values[int(flat.edge_to[edge])] / mass if mass > NEVER else None
                    share = float(self.plans[player].edges[edge])
                    by_state.setdefault(move.state, []).append(Option(move.action, share, wins))
                edge += 1
            for state, options in by_state.items():
                own = mine[starts[player] + state]
                private = node.privates[player][state]
                yield Advice(player, node, private, mass * own, own > NEVER, tuple(options))


def equilibrium(question: Question, book: Mapping[tuple[int, int], Promises]) -> Equilibrium:
    """The best plans of both for exactly these beliefs."""
    position = question.position
    first = GuaranteeProgram(position, FIRST, book).solve(question.first, question.second)
    second = GuaranteeProgram(position, SECOND, book).solve(question.second, question.first)
    return Equilibrium(question, (first, second), book)


def said(advice: Advice) -> str:
    """The plan in words: `place the skull 28 %, a flower 72 %`."""
    if not advice.intended:
        return "its plan never comes here"
    taken = sorted((o for o in advice.options if o.share >= TAKEN), key=lambda o: -o.share)
    if len(taken) == 1:
        return f"{_phrase(advice, taken[0].action)}, always"
    return ", ".join(f"{_phrase(advice, o.action)} {100 * o.share:.0f} %" for o in taken)


def why(advice: Advice) -> str:
    """What the options win: those that are taken, and the best of those that are not."""
    wins = [(option.wins, option) for option in advice.options if option.wins is not None]
    if not wins:
        return "the other's plan never leads here"
    most, option = max(wins, key=lambda pair: pair[0])
    if not advice.intended:
        return f"to {_phrase(advice, option.action)} would win {100 * most:.1f} %"
    taken = max(won for won, option in wins if option.share >= TAKEN)
    text = f"wins {100 * taken:.1f} %"
    others = [pair for pair in wins if pair[1].share < TAKEN]
    if not others:
        return text
    best, option = max(others, key=lambda pair: pair[0])
    if taken - best < AS_GOOD:
        return f"{text}; to {_phrase(advice, option.action)} is as good"
    return f"{text}; to {_phrase(advice, option.action)} wins {100 * best:.1f} %"


def held(private: Private) -> str:
    """Where a player's discs are."""
    hand, stack = ("".join(map(str, discs)) for discs in private)
    if not stack:
        return f"hand {hand}"
    return f"mat {stack}" + (f", hand {hand}" if hand else "")


def step_of(advice: Advice) -> str:
    """Which step of the round it is."""
    return {Phase.PLACE: "first disc", Phase.ADD: "add or challenge"}.get(
        advice.node.board.phase, "bidding"
    )


def _phrase(advice: Advice, action: Action) -> str:
    match action:
        case Place(disc=disc):
            verb = "place" if advice.node.board.phase is Phase.PLACE else "add"
            only = not has_skull(advice.private) or len(advice.private[0]) == 1
            what = "a flower" if disc is Disc.FLOWER else "the skull"
            return f"{verb} {'a disc' if only and disc is Disc.FLOWER else what}"
        case Bid(number=number):
            opens = advice.node.board.phase is Phase.ADD
            return f"open with {number}" if opens else f"raise to {number}"
        case Pass():
            return "pass"
        case _:
            return str(action)


def positions_told(position: Position) -> str:
    """The position in words."""
    first, second = position.discs
    return (
        f"{first} {'disc' if first == 1 else 'discs'} and {_wins(position.first_wins)}, to begin,"
        f" against {second} {'disc' if second == 1 else 'discs'} and {_wins(position.second_wins)}"
    )


def _wins(number: int) -> str:
    return "one success" if number else "no success"
