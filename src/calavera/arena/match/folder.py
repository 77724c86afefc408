"""The folder of a match's records: every game of one match, and nothing of another."""

import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import Fault


def record_name(plan: MatchPlan, number: int) -> str:
    """The file of a game: in the order of names, games are in order too."""
    width = len(str(plan.games - 1))
    return f"{number:0{width}}.skull"


def check_new_folder(folder: Path) -> None:
    """Raise ArenaError if the folder holds records already."""
    _check_folder(folder)
    if any(folder.glob("*.skull")):
        raise ArenaError(f"{folder}: the folder already has records; choose another")


def check_same_folder(
    folder: Path, plan: MatchPlan, entrants: tuple[Entrant, ...], done: Iterable[int]
) -> None:
    """Raise ArenaError unless the folder holds a record of every finished game."""
    _check_folder(folder)
    missing = [number for number in done if not _is_kept(folder, plan, entrants, number)]
    if missing:
        raise ArenaError(
            f"--records {folder}: {len(missing):,} of the games that are over have no record there,"
            f" game {missing[0]} first; take the folder that the match began with, or none"
        )


def _is_kept(folder: Path, plan: MatchPlan, entrants: tuple[Entrant, ...], number: int) -> bool:
    planned = plan.game(number)
    try:
        text = (folder / record_name(plan, number)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    names = ", ".join(entrants[bot].label for bot in planned.seating)
    head = text.partition("\n\n")[0].splitlines()
    return {f"players: {names}", f"game: {number}", f"seed: {planned.dice}"} <= set(head)


def _check_folder(folder: Path) -> None:
    """Raise ArenaError before the match if the path cannot be a folder."""
    if folder.exists() and not folder.is_dir():
        raise ArenaError(f"{folder}: is not a folder")


def write_fault(folder: Path, fault: Fault) -> Path:
    """Write the game that a bot spoiled to a new file; returns its path."""
    bot = re.sub(r"[^\w.-]+", "-", fault.bot)
    for attempt in count(1):
        again = "" if attempt == 1 else f"-{attempt}"
        path = folder / f"fault-{fault.game}-{bot}{again}.skull"
        if not path.exists():
            break
    write(path, fault.record)
    return path


def write(path: Path, text: str) -> None:
    """Write a file, creating its folder if needed; raises ArenaError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
