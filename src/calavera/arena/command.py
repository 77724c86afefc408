"""`calavera arena` as a command: options in, a report and a status out."""

import argparse
import json
import os
from typing import Final

from rich.console import Console

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant, find_entrants
from calavera.arena.match.folder import check_new_folder, check_same_folder
from calavera.arena.match.game_clock import read_clock
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.request import asked_plan, check_same_match
from calavera.arena.match.save_file import SaveFile, new_save_file, open_save_file
from calavera.arena.runner.aside import prints_aside
from calavera.arena.runner.crew import Crew, alone, processes
from calavera.arena.runner.match import Match
from calavera.arena.runner.ray_crew import over_ray
from calavera.arena.runner.report import match_as_json, show_match
from calavera.arena.runner.terms import Terms
from calavera.arena.runner.watch import SHORTEST, can_limit, say
from calavera.console.progress import progress_bar

FINISHED: Final = 0
INTERRUPTED: Final = 130


def run_arena(options: argparse.Namespace) -> int:
    """Play a match; raises ArenaError."""
    notes = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    with prints_aside():
        match = _match(options, notes)
        with progress_bar(notes, "playing", "games", match.plan.games, match.done) as progress:
            tally = match.play(lambda done: progress(done, None, _things(match)))
    if match.interrupted:
        notes.print(_interruption(match))
    if options.json:
        print(json.dumps(match_as_json(match, tally)))
    elif tally.games:
        show_match(tally, Console(highlight=False, markup=False, emoji=False), match.entrants)
    return INTERRUPTED if match.interrupted else FINISHED


def _things(match: Match) -> str | None:
    """What is counted, with how far a test has come."""
    test = match.test
    if test is None:
        return None
    return f"games; SPRT {test.ratio:.2f} ({test.sprt.lower:.2f} to {test.sprt.upper:.2f})"


def _match(options: argparse.Namespace, notes: Console) -> Match:
    _check_limits(options)
    if options.resume:
        return _resumed(options)
    entrants = find_entrants(options.bots)
    plan = asked_plan(options, [entrant.source for entrant in entrants], notes.print)
    if options.records is not None:
        check_new_folder(options.records)
    crew = _crew(options, entrants)
    save_file = new_save_file(options.save, plan) if options.save else None
    return _made(options, plan, entrants, crew, save_file)


def _resumed(options: argparse.Namespace) -> Match:
    """A match to resume; it needs no options, and refuses contradicting ones."""
    save_file = open_save_file(options.resume)
    check_same_match(options, save_file)
    entrants = find_entrants(save_file.plan.bots)
    match = _made(options, save_file.plan, entrants, _crew(options, entrants), save_file)
    if options.records is not None:
        check_same_folder(options.records, match.plan, entrants, match.numbers)
    return match


def _made(
    options: argparse.Namespace,
    plan: MatchPlan,
    entrants: tuple[Entrant, ...],
    crew: Crew,
    save_file: SaveFile | None,
) -> Match:
    return Match(plan, entrants, crew, save_file, options.records, _terms(options), say)


def _terms(options: argparse.Namespace) -> Terms:
    clock = None if options.clock is None else read_clock(options.clock)
    return Terms(options.limit, clock, options.recover)


def _check_limits(options: argparse.Namespace) -> None:
    terms = _terms(options)
    if not terms.has_limits:
        return
    option = "--limit" if options.limit is not None else "--clock"
    if options.limit is not None and options.limit < SHORTEST:
        raise ArenaError(
            f"--limit {options.limit:g}: at least a microsecond, {SHORTEST:f}, is required;"
            " leave --limit out for no limit"
        )
    if options.ray:
        raise ArenaError(f"{option} is for processes of this machine; not with --ray")
    if not can_limit():
        raise ArenaError(f"{option} needs alarms, which this system does not have")


def _interruption(match: Match) -> str:
    said = f"calavera: interrupted after {match.done:,} of {match.plan.games:,} games"
    if match.save_file is None or match.done == match.plan.games or match.is_decided:
        return said
    return f"{said}; continue with calavera arena --resume {match.save_file.path}"


def _crew(options: argparse.Namespace, entrants: tuple[Entrant, ...]) -> Crew:
    jobs = options.jobs or os.cpu_count() or 1
    if options.ray:
        return over_ray(options.ray, jobs, entrants)
    return alone if jobs == 1 else processes(jobs)
