"""`calavera arena` as a command: options in, a report and a status out."""

import argparse
import json
import os
from pathlib import Path
from typing import Final

from rich.console import Console

from calavera.arena.cluster import over_ray
from calavera.arena.crew import Crew, alone, processes
from calavera.arena.entrant import Entrant, find_entrants
from calavera.arena.errors import ArenaError
from calavera.arena.journal import Journal, new_journal, open_journal
from calavera.arena.match import Match
from calavera.arena.plan import Mixes, Plan, make_plan
from calavera.arena.progress import progress_bar
from calavera.arena.report import match_as_json, show_match

FINISHED: Final = 0
INTERRUPTED: Final = 130


def run_arena(options: argparse.Namespace) -> int:
    """Play a match; raises ArenaError for anything that cannot be."""
    journal = open_journal(options.resume) if options.resume else None
    entrants = find_entrants(journal.plan.bots if journal and not options.bots else options.bots)
    plan = _plan(options, journal)
    _check_folder(options.records)
    notes = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    if journal is None and plan.games != options.games:
        notes.print(_rounding(plan, options.games))
    crew = _crew(options, entrants)
    if options.save:
        journal = new_journal(options.save, plan)
    match = Match(plan, entrants, crew, journal, options.records)
    with progress_bar(notes, match.done, plan.games) as progress:
        tally = match.play(progress)
    if match.interrupted:
        notes.print(f"calavera: interrupted after {match.done:,} of {plan.games:,} games")
    if options.json:
        print(json.dumps(match_as_json(match, tally)))
    elif tally.games:
        show_match(tally, Console(highlight=False, markup=False, emoji=False))
    return INTERRUPTED if match.interrupted else FINISHED


def _plan(options: argparse.Namespace, journal: Journal | None) -> Plan:
    """What the options ask for; a kept match needs no options, and bears no others."""
    if journal is not None and not options.bots:
        return journal.plan
    plan = make_plan(options.bots, options.seats, options.games, options.seed, Mixes(options.mixes))
    if journal is not None and journal.plan != plan:
        raise ArenaError(
            f"{journal.path} keeps another match, of {', '.join(journal.plan.bots)}:"
            f" {journal.plan.games:,} games at {journal.plan.seats} seats,"
            f" seed {journal.plan.seed}; without bots, --resume goes on with it"
        )
    return plan


def _rounding(plan: Plan, games: int) -> str:
    said = (
        f"{plan.games:,} games in place of {games:,}: every mix and rotation takes {plan.block:,}"
    )
    even = Plan(plan.bots, plan.seats, 1, plan.seed, Mixes.EVEN).block
    return f"{said} (with --mixes even, {even:,})" if even < plan.block else said


def _crew(options: argparse.Namespace, entrants: tuple[Entrant, ...]) -> Crew:
    jobs = options.jobs or os.cpu_count() or 1
    if options.ray:
        return over_ray(options.ray, jobs, entrants)
    return alone if jobs == 1 else processes(jobs)


def _check_folder(folder: Path | None) -> None:
    """Nobody should play a match only to find that it was not kept."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise ArenaError(f"{folder}: is not a folder")
