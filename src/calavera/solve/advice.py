"""What to do in a round and what else would bring: a plan, one piece of knowledge at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from calavera.rules import Action, Bid, Disc, Pass, Phase, Place
from calavera.solve.certificate import best_answers
from calavera.solve.flat import flat_round
from calavera.solve.plan import Plan, shares_of
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.program import GuaranteeProgram
from calavera.solve.promises import Promises
from calavera.solve.question import Question
from calavera.solve.round_tree import After, End, Node, Private, has_skull, round_tree

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
class Result:
    """One way for the round to come out, and what everybody then knows."""

    node: Node
    """The attempt."""

    end: End
    likely: float
    """How likely it is, if both play so."""

    keeps: float | None
    """How often the challenger keeps its skull, where it chooses which disc to give up (R25)."""

    beliefs: tuple[float, float]
    """How likely each of the two has its skull then, the player who began first."""

    @property
    def challenger(self) -> int:
        """Who made the attempt."""
        return self.node.actor

    @property
    def after(self) -> After:
        """What follows."""
        return self.node.after[self.end]


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
        shares = shares_of(position, player, self.plans[player])
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
                    share = float(shares[edge])
                    by_state.setdefault(move.state, []).append(Option(move.action, share, wins))
                edge += 1
            for state, options in by_state.items():
                own = mine[starts[player] + state]
                private = node.privates[player][state]
                yield Advice(player, node, private, mass * own, own > NEVER, tuple(options))

    def results(self) -> Iterator[Result]:
        """The ways for the round to come out, in the order of the round."""
        position, slot, attempt = self.question.position, 0, 0
        reach = [
            best_answers(position, player, self.plans[player], self.book)[1]
            for player in (FIRST, SECOND)
        ]
        for node in round_tree(position).nodes:
            there = []
            for player in (FIRST, SECOND):
                count = len(node.privates[player])
                there.append(reach[player][slot : slot + count])
                slot += count
            if node.is_attempt:
                kept, lost = self.plans[node.actor].discards[attempt].tolist()
                keeps = kept / (kept + lost) if kept + lost else 0.5
                yield from _results(node, position.discs[node.actor], there, keeps)
                attempt += 1


def _results(
    node: Node, discs: int, reach: Sequence[Sequence[float]], keeps: float
) -> Iterator[Result]:
    """What an attempt tells: each end, by how much of each player comes to it."""
    mine, other = node.actor, 1 - node.actor
    for end in End:
        own = _shares(node, mine, reach[mine], node.fails_itself, end is End.OWN_SKULL)
        met = None if end is End.OWN_SKULL else end is End.OTHERS_SKULL
        theirs = _shares(node, other, reach[other], node.stops, met)
        likely = sum(own) * sum(theirs)
        if likely <= NEVER:
            continue
        beliefs = [0.0, 0.0]
        beliefs[mine], beliefs[other] = own[0] / sum(own), theirs[0] / sum(theirs)
        if end is End.OTHERS_SKULL:
            beliefs[mine] *= (discs - 1) / discs  # picked blind (R24)
        chosen = end is End.OWN_SKULL and discs > 1
        if chosen:
            beliefs[mine] = keeps
        first, second = beliefs
        yield Result(node, end, likely, keeps if chosen else None, (first, second))


def _shares(
    node: Node, player: int, reach: Sequence[float], flags: Sequence[bool], wanted: bool | None
) -> tuple[float, float]:
    """How much of a player, with its skull and without, has the flag that is wanted, or any."""
    shares = [0.0, 0.0]
    for private, share, flag in zip(node.privates[player], reach, flags, strict=True):
        if wanted is None or flag == wanted:
            shares[not has_skull(private)] += share
    return shares[0], shares[1]


def equilibrium(question: Question, book: Mapping[tuple[int, int], Promises]) -> Equilibrium:
    """The best plans of both for exactly these beliefs."""
    position = question.position
    first = GuaranteeProgram(position, FIRST, book).solve(question.first, question.second)
    second = GuaranteeProgram(position, SECOND, book).solve(question.second, question.first)
    return Equilibrium(question, (first, second), book)


def said(advice: Advice) -> str:
    """The plan in words, a line for each move: `place the skull 28 %`."""
    if not advice.intended:
        return "its plan never comes here"
    taken = sorted((o for o in advice.options if o.share >= TAKEN), key=lambda o: -o.share)
    if len(taken) == 1:
        return f"{_phrase(advice, taken[0].action)}, always"
    return "\n".join(f"{_phrase(advice, o.action)} {100 * o.share:.0f} %" for o in taken)


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


def outcome_told(result: Result) -> str:
    """How an attempt came out, in words."""
    mine, other = "ab"[result.challenger], "ab"[1 - result.challenger]
    return {
        End.SUCCESS: f"{mine} succeeds",
        End.OWN_SKULL: f"{mine} meets its own skull",
        End.OTHERS_SKULL: f"{mine} meets the skull of {other}",
    }[result.end]


def given_up(result: Result) -> str:
    """Which disc is lost."""
    if result.end is End.SUCCESS:
        return "nothing"
    if result.keeps is None:
        return "its last disc" if result.after.position is None else "one picked blind"
    flower, skull = round(100 * result.keeps), round(100 * (1.0 - result.keeps))
    if not skull:
        return "a flower, always"
    return f"the skull {skull} %\na flower {flower} %" if flower else "the skull, always"


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
