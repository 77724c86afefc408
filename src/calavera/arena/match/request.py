"""The match that the command line asks for."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.match_plan import MatchPlan, Mixes, make_plan, plan_as_json
from calavera.arena.match.save_file import SaveFile
from calavera.bots.loading import full_name
from calavera.rules import Placement
from calavera.rules.model.setup import SIMULTANEOUS

SEATS: Final = 4
GAMES: Final = 300
SEED: Final = 0

FAR_MORE: Final = 10
"""A plan with this many times the requested games is refused."""


def asked_plan(
    options: argparse.Namespace, bots: Sequence[str], note: Callable[[str], None]
) -> MatchPlan:
    """Return the plan; notes a rounded number of games, and refuses far more than requested."""
    games = _stated(options.games, GAMES)
    plan = make_plan(
        bots,
        _stated(options.seats, SEATS),
        games,
        _stated(options.seed, SEED),
        Mixes(options.mixes or Mixes.ALL),
        tribes=_stated(options.tribes, 1),
        placement=Placement(options.placement or SIMULTANEOUS),
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
    if plan.games != games:
        note(_rounding(plan, games))
    return plan


def check_same_match(options: argparse.Namespace, save_file: SaveFile) -> None:
    """Raise ArenaError if an option contradicts the save file."""
    plan, kept = save_file.plan, plan_as_json(save_file.plan)
    names = ("seats", "seed", "mixes", "tribes", "placement")
    stated = {name: getattr(options, name) for name in names}
    others = [f"--{name} {said}" for name, said in stated.items() if said not in (None, kept[name])]
    if options.games is not None and -(-options.games // plan.block) != plan.blocks:
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


def _variant(plan: MatchPlan) -> str:
    mixes = "" if plan.mixes is Mixes.ALL else f", --mixes {plan.mixes.value}"
    tribes = "" if plan.tribes == 1 else f", --tribes {plan.tribes}"
    placement = "" if plan.placement is SIMULTANEOUS else f", --placement {plan.placement.value}"
    return f"{mixes}{tribes}{placement}"


def _stated(said: int | None, usual: int) -> int:
    return usual if said is None else said


def _rounding(plan: MatchPlan, games: int) -> str:
    said = (
        f"{plan.games:,} games in place of {games:,}: every mix and rotation takes {plan.block:,}"
    )
    even = replace(plan, mixes=Mixes.EVEN).block
    return f"{said} (with --mixes even, {even:,})" if even < plan.block else said
