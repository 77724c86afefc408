"""Play in a round in words, one information set at a time, with the value of the alternatives."""

from typing import Final

from calavera.console.wording import counted
from calavera.rules import Action, Bid, Disc, Pass, Phase, Place
from calavera.solve.explorer.equilibrium import Advice, Result
from calavera.solve.model.duel_position import DuelPosition
from calavera.solve.model.round_tree import End, Private, has_skull

AS_GOOD: Final = 0.0005
"""Options no further apart are as good as each other."""

TAKEN: Final = 0.005
"""What is done less often is not told."""


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


def positions_told(position: DuelPosition) -> str:
    """The position in words."""
    first, second = position.discs
    return (
        f"{counted(first, 'disc')} and {_wins(position.first_wins)}, to begin,"
        f" against {counted(second, 'disc')} and {_wins(position.second_wins)}"
    )


def _wins(number: int) -> str:
    return "one success" if number else "no success"
