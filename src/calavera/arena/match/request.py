"""The match that the command line asks for."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.match_plan import MatchPlan, Mixes, make_plan, plan_as_json
from calavera.arena.match.save_file import SaveFile
from calavera.arena.match.sprt import make_sprt
from calavera.arena.match.starts import read_starts
from calavera.bots.loading import full_name
from calavera.console.wording import counted
from calavera.rules import Placement
from calavera.rules.model.setup import SIMULTANEOUS

SEATS: Final = 4
GAMES: Final = 300
TEST_GAMES: Final = 100_000
"""The most games that a sequential test takes."""
SEED: Final = 0

FAR_MORE: Final = 10
"""A plan with this many times the requested games is refused."""


def asked_plan(
    options: argparse.Namespace, bots: Sequence[str], note: Callable[[str], None]
) -> MatchPlan:
    """Return the plan; notes a rounded number of games, and refuses far more than requested."""
    sprt = make_sprt(*options.sprt) if options.sprt else None
    games = _stated(options.games, TEST_GAMES if sprt else GAMES)
    placement = Placement(options.placement or SIMULTANEOUS)
    starts, players = _starts(options, placement)
    plan = make_plan(
        bots,
        players,
        games,
        _stated(options.seed, SEED),
        Mixes(options.mixes or Mixes.ALL),
        tribes=_stated(options.tribes, 1),
        placement=placement,
        starts=starts,
        sprt=sprt,
    )
    if plan.starts and plan.games > max(FAR_MORE * games, GAMES):
        raise ArenaError(
            f"--games {games}: every position in every mix and rotation takes {plan.games:,} games;"
            f" ask for --games {plan.games}"
        )
    if plan.games > max(FAR_MORE * games, GAMES):
        even = replace(plan, mixes=Mixes.EVEN).block
        less = (
            f"--mixes even takes {even:,}, or" if even < plan.block else "fewer seats or bots, or"
        )
        raise ArenaError(
            f"--games {games}: every mix and rotation takes {plan.block:,} games;"
            f" {less} ask for --games {plan.block}"
        )
    if plan.games != games and sprt is None:
        note(_rounding(plan, games))
    return plan


def _starts(options: argparse.Namespace, placement: Placement) -> tuple[tuple[str, ...], int]:
    """The positions to start from, and how many players a table has."""
    if options.starts is None:
        return (), _stated(options.seats, SEATS)
    starts, players = read_starts(options.starts, _stated(options.tribes, 1), placement)
    if options.seats not in (None, players):
        raise ArenaError(
            f"--seats {options.seats}: the positions of {options.starts} have {players} players"
        )
    return starts, players


def check_same_match(options: argparse.Namespace, save_file: SaveFile) -> None:
    """Raise ArenaError if an option contradicts the save file."""
    plan, kept = save_file.plan, plan_as_json(save_file.plan)
    names = ("seats", "seed", "mixes", "tribes", "placement")
    stated = {name: getattr(options, name) for name in names}
    others = [f"--{name} {said}" for name, said in stated.items() if said not in (None, kept[name])]
    sprt = kept["sprt"] and tuple(kept["sprt"].values())  # type: ignore[attr-defined]
    if options.sprt is not None and tuple(options.sprt) != sprt:
        others.append(f"--sprt {' '.join(f'{value:g}' for value in options.sprt)}")
    if options.starts is not None:
        starts, _ = read_starts(options.starts, plan.tribes, plan.placement)
        if starts != plan.starts:
            others.append(f"--starts {options.starts}")
    if options.games is not None and not _holds(plan, options.games):
        others.append(f"--games {options.games}")
    bots = [full_name(bot) for bot in options.bots]
    if bots and bots != list(plan.bots):
        others.append(" ".join(options.bots))
    if others:
        raise ArenaError(
            f"{save_file.path} keeps another match, of {', '.join(plan.bots)}:"
            f" {plan.games:,} games at {plan.seats} seats, seed {plan.seed}{_variant(plan)};"
            f" without {' and '.join(others)}, --resume continues it"
        )


def _holds(plan: MatchPlan, games: int) -> bool:
    """Whether that many games are rounded up to those of the plan."""
    each = plan.block * plan.cycle
    return -(-games // each) * each == plan.games


def _variant(plan: MatchPlan) -> str:
    mixes = "" if plan.mixes is Mixes.ALL else f", --mixes {plan.mixes.value}"
    tribes = "" if plan.tribes == 1 else f", --tribes {plan.tribes}"
    placement = "" if plan.placement is SIMULTANEOUS else f", --placement {plan.placement.value}"
    starts = f", --starts with {counted(len(plan.starts), 'position')}" if plan.starts else ""
    test = plan.sprt
    sprt = f", --sprt {test.elo0:g} {test.elo1:g} {test.alpha:g} {test.beta:g}" if test else ""
    return f"{mixes}{tribes}{placement}{starts}{sprt}"


def _stated(said: int | None, usual: int) -> int:
    return usual if said is None else said


def _rounding(plan: MatchPlan, games: int) -> str:
    each = plan.block * plan.cycle
    what = "every position, mix and rotation" if plan.starts else "every mix and rotation"
    said = f"{plan.games:,} games in place of {games:,}: {what} takes {each:,}"
    even = replace(plan, mixes=Mixes.EVEN).block
    return f"{said} (with --mixes even, {even * plan.cycle:,})" if even < plan.block else said
