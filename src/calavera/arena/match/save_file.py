"""The save file of a match: one line of JSON per batch, synced to disk.

A run that is killed leaves whole lines and at most one partial line, which resuming drops.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.match_plan import MatchPlan, Mixes, plan_as_json
from calavera.arena.match.result import BatchResult, GameResult, TimeSpent
from calavera.arena.match.sprt import Sprt
from calavera.rules import Placement
from calavera.rules.model.setup import SIMULTANEOUS

VERSION: Final = 1


class SaveFile:
    """An append-only file of results."""

    def __init__(self, path: Path, plan: MatchPlan, results: Sequence[BatchResult] = ()) -> None:
        self.path = path
        self.plan = plan
        self.results = tuple(results)
        """What was there when it was opened."""
        self._file: BinaryIO | None = None

    def add(self, result: BatchResult) -> None:
        """Append a batch; it is on disk when this returns."""
        line = {
            "match": self.plan.fingerprint,
            "games": result.games,
            "spent": result.spent,
            "seconds": result.seconds,
            "worker": result.worker,
        }
        self._write(line)

    def begin(self) -> None:
        """Write the first line, the plan."""
        self._write(
            {
                "calavera-match": VERSION,
                "match": self.plan.fingerprint,
                "plan": plan_as_json(self.plan),
            }
        )

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: dict[str, object]) -> None:
        try:
            if self._file is None:
                self._file = self.path.open("ab")
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise ArenaError(f"{self.path}: {error.strerror}") from None


def new_save_file(path: Path, plan: MatchPlan) -> SaveFile:
    """Start a save file; raises ArenaError if the file exists."""
    if path.exists():
        raise ArenaError(f"{path}: the file already exists; continue with --resume {path}")
    saved = SaveFile(path, plan)
    saved.begin()
    return saved


def open_save_file(path: Path) -> SaveFile:
    """Open the save file of a match to resume; raises ArenaError if it is not one."""
    whole, content = _whole_lines(path)
    plan, results = _understood(path, whole)
    if len(whole) < len(content):
        os.truncate(path, len(whole))
    return SaveFile(path, plan, results)


def read_save_file(path: Path) -> tuple[MatchPlan, list[BatchResult]]:
    """A match so far, without touching its file; raises ArenaError if it is not one."""
    return _understood(path, _whole_lines(path)[0])


def _whole_lines(path: Path) -> tuple[bytes, bytes]:
    """The content up to the last end of a line, and all of it."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    return content[: content.rfind(b"\n") + 1], content


def _understood(path: Path, whole: bytes) -> tuple[MatchPlan, list[BatchResult]]:
    lines = whole.decode(errors="replace").splitlines()
    if not lines:
        raise ArenaError(f"{path}: no match is kept in this file")
    plan = _read(path, 1, lines[0], _plan)
    results = [
        _read(path, number, line, lambda fields: _result(fields, plan))
        for number, line in enumerate(lines[1:], start=2)
    ]
    return plan, results


def _read(path: Path, number: int, line: str, understand: Any) -> Any:
    try:
        return understand(json.loads(line))
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise ArenaError(f"{path}: line {number} is not of a match of this version") from None


def _plan(fields: dict[str, Any]) -> MatchPlan:
    told = fields["plan"]
    plan = MatchPlan(
        tuple(told["bots"]),
        told["seats"],
        told["blocks"],
        told["seed"],
        Mixes(told["mixes"]),
        told.get("tribes", 1),
        Placement(told.get("placement", SIMULTANEOUS.value)),
        tuple(told.get("starts", ())),
        Sprt(**told["sprt"]) if told.get("sprt") else None,
    )
    if fields["calavera-match"] != VERSION or fields["match"] != plan.fingerprint:
        raise ValueError("another version")
    return plan


def _result(fields: dict[str, Any], plan: MatchPlan) -> BatchResult:
    if fields["match"] != plan.fingerprint:
        raise ValueError("of another match")
    games = tuple(GameResult(*game) for game in fields["games"])
    if any(not 0 <= game.number < plan.games for game in games):
        raise ValueError("a game that was not planned")
    spent = tuple(TimeSpent(*entry) for entry in fields["spent"])
    if len(spent) != len(plan.bots):
        raise ValueError("of other bots")
    return BatchResult(games, spent, fields["seconds"], fields["worker"])
