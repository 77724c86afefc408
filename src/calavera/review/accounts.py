"""Luck apart from skill.

A player's result is an equal share of the game, plus what changed at each step. A decision gives
up its loss (skill), which goes to the others in proportion to their chances (gifts). All that is
left of the change with all discs open is luck, by what happened in that step. So for each player
the parts add up to the result, and over all players skill and gifts cancel out, and so does luck.
"""

from collections.abc import Sequence

from calavera.review.model import Account, Curve, Decision
from calavera.review.steps import Step
from calavera.rules import Flip, Pick, Player, Setup


def accounts(
    setup: Setup, steps: Sequence[Step], opened: Curve, decisions: Sequence[Decision]
) -> tuple[Account, ...]:
    """Where each player's result came from."""
    by_step = {decision.step: decision for decision in decisions}
    return tuple(
        _account(setup, Player(player), steps, opened, by_step) for player in range(setup.players)
    )


def luck_of(
    setup: Setup, player: Player, step: Step, opened: Curve, decision: Decision | None
) -> float:
    """What a step changed for a player beyond what decisions gave up."""
    change = opened[step.number][player] - opened[step.number - 1][player]
    skill, gift = _shares(setup, player, step, opened, decision)
    return change - skill - gift


def _account(
    setup: Setup,
    player: Player,
    steps: Sequence[Step],
    opened: Curve,
    decisions: dict[int, Decision],
) -> Account:
    playing = {setup.owner(seat) for seat in setup.seats_in}
    share = 1.0 / len(playing) if player in playing else 0.0
    skill = gifts = blind = flips = hidden = 0.0
    for step in steps[1:]:
        decision = decisions.get(step.number)
        lost, gift = _shares(setup, player, step, opened, decision)
        luck = luck_of(setup, player, step, opened, decision)
        skill, gifts = skill + lost, gifts + gift
        match step.action:
            case Pick():
                blind += luck
            case Flip():
                flips += luck
            case _:
                hidden += luck
    start = opened[0][player] - share
    return Account(player, share, start, skill, gifts, blind, flips, hidden, opened[-1][player])


def _shares(
    setup: Setup, player: Player, step: Step, opened: Curve, decision: Decision | None
) -> tuple[float, float]:
    """What the decision of a step took from a player, and what it gave."""
    if decision is None:
        return 0.0, 0.0
    chooser = setup.owner(decision.seat)
    if chooser == player:
        return -decision.loss, 0.0
    before = opened[step.number - 1]
    others = sum(chance for number, chance in enumerate(before) if number != chooser)
    if others <= 0.0:
        count = sum(1 for number in range(setup.players) if number != chooser)
        return 0.0, decision.loss / count
    return 0.0, decision.loss * before[player] / others
