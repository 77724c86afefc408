"""The answers of the explorer: one moment of a round, and the map of a position's values."""

import math
from collections.abc import Iterator, Sequence

from calavera.bots.ending.booklet import PageName
from calavera.bots.ending.plan import NEVER
from calavera.protocol.calls.endings import (
    CERTAIN,
    MAP_CELLS,
    EndingEnd,
    EndingHolding,
    EndingMap,
    EndingMoved,
    EndingOption,
    EndingOutcome,
    EndingRound,
)
from calavera.rules import Seat
from calavera.solve.errors import SolveError
from calavera.solve.explorer.bounds import Bounds, bounds_at, bounds_over, other_way
from calavera.solve.explorer.equilibrium import Advice, Equilibrium, Result
from calavera.solve.explorer.walk import Step, following, walk
from calavera.solve.model.duel_position import (
    FIRST,
    SECOND,
    DuelPosition,
    may_lack_the_skull,
    natural_belief,
)
from calavera.solve.model.query import Query
from calavera.solve.model.round_tree import End


def explore(name: str, first: str | None, second: str | None, moves: str = "") -> EndingRound:
    """A round after some moves, by the beliefs at its start; raises SolveError."""
    position = read_position(name)
    question = Query(
        position,
        _belief("first", first, position.first_discs),
        _belief("second", second, position.second_discs),
    )
    plans = Equilibrium(question)
    steps = walk(plans, moves.split())
    now, board = steps[-1], steps[-1].node.board
    bounds = bounds_at(position, question.first, question.second)
    turned = bounds_at(other_way(position), question.second, question.first).turned
    return EndingRound(
        name,
        _nearest(question.first),
        _nearest(question.second),
        *_rounded(bounds),
        *_rounded(turned),
        tuple(_placing(plans)),
        tuple(_moved(step) for step in steps[1:]),
        Seat(now.node.actor),
        board.bidding.number if board.bidding else 0,
        tuple(_holdings(plans, now)),
        tuple(_moved(step) for step in following(plans, now)),
        tuple(_outcomes(plans, now)),
    )


def value_map(name: str) -> EndingMap:
    """The values of a position over both beliefs; raises SolveError."""
    position = read_position(name)
    first, second = (_beliefs(discs) for discs in position.discs)
    rows = bounds_over(position, first, second)
    return EndingMap(name, tuple(tuple(_nearest(each.middle) for each in row) for row in rows))


def read_position(name: str) -> DuelPosition:
    """The position of a name such as `32-10`; raises SolveError."""
    numbers = [int(letter) for letter in name if letter in "01234"]
    if len(numbers) == 4:
        position = DuelPosition(*numbers)
        is_one = all(1 <= discs <= 4 for discs in position.discs) and max(position[2:]) <= 1
        if is_one and name == str(PageName(*position)):
            return position
    raise SolveError(
        f"{name[:20]!r} is not a position: write the discs of the player who begins and of the"
        " other, a dash and their wins, as 32-10"
    )


def _belief(who: str, text: str | None, discs: int) -> float:
    if text is None:
        return natural_belief(discs)
    try:
        belief = float(text)
    except ValueError:
        belief = math.nan
    if not 0.0 <= belief <= 1.0:
        raise SolveError(f"{who}={text[:20]}: a belief is a number from 0 to 1")
    if not may_lack_the_skull(discs) and belief != 1.0:
        raise SolveError(
            f"{who}={text[:20]}: a player who has lost no disc has the skull (R1), so it is 1"
        )
    return belief


def _beliefs(discs: int) -> Sequence[float]:
    if not may_lack_the_skull(discs):
        return [1.0]
    return [cell / (MAP_CELLS - 1) for cell in range(MAP_CELLS)]


def _placing(plans: Equilibrium) -> Iterator[EndingHolding]:
    """What both do with their first discs; the order of the first discs tells nobody anything."""
    for node in (plans.nodes[1], plans.nodes[0]):
        reach = plans.reach[node.actor][node.number]
        for advice, likely in zip(plans.advice_at(node), reach, strict=True):
            yield _holding(advice, likely)


def _holdings(plans: Equilibrium, now: Step) -> Iterator[EndingHolding]:
    node = now.node
    advised = {}
    if not node.is_attempt:
        advised = {advice.private: advice for advice in plans.advice_at(node)}
    for player in (FIRST, SECOND):
        for private, likely in zip(node.privates[player], now.held[player], strict=True):
            if player == node.actor and private in advised:
                yield _holding(advised[private], likely)
            else:
                yield EndingHolding(Seat(player), *private, _nearest(likely), ())


def _holding(advice: Advice, likely: float) -> EndingHolding:
    options = tuple(
        EndingOption(
            option.action,
            _nearest(option.share) if advice.intended else None,
            None if option.wins is None else _nearest(option.wins),
        )
        for option in advice.options
    )
    return EndingHolding(Seat(advice.player), *advice.private, _nearest(likely), options)


def _moved(step: Step) -> EndingMoved:
    first, second = step.beliefs
    return EndingMoved(step.move, _nearest(step.likely), _nearest(first), _nearest(second))


def _outcomes(plans: Equilibrium, now: Step) -> Iterator[EndingOutcome]:
    if now.node.is_attempt:
        for result in plans.results_at(now.node, now.held):
            if result.likely > NEVER:
                yield _outcome(result)


def _outcome(result: Result) -> EndingOutcome:
    end = {
        End.SUCCESS: EndingEnd.SUCCESS,
        End.OWN_SKULL: EndingEnd.OWN_SKULL,
        End.OTHERS_SKULL: EndingEnd.OTHERS_SKULL,
    }[result.end]
    position, (first, second) = result.after.position, result.beliefs
    return EndingOutcome(
        end,
        _nearest(result.likely),
        None if result.keeps is None else _nearest(result.keeps),
        _nearest(first),
        _nearest(second),
        None if position is None else str(PageName(*position)),
        *_rounded(result.bounds()),
    )


def _nearest(share: float) -> int:
    return min(max(round(CERTAIN * share), 0), CERTAIN)


def _rounded(bounds: Bounds) -> tuple[int, int]:
    """In millionths, the lower bound rounded down and the upper one up; floats are a hair off."""
    low, high = CERTAIN * bounds.low + 1e-6, CERTAIN * bounds.high - 1e-6
    return max(math.floor(low), 0), min(math.ceil(high), CERTAIN)
