"""Profiles of three players: `python -m bench.three_players 1-1-1 --wins 0-0-0 --sweeps 1000`.

At the beliefs after blind picks. Each result is kept in docs/three-players.json, which
docs/endgames.md shows; the same start and number of sweeps give the same result.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from calavera.solve.model.duel_position import natural_belief
from calavera.solve.several.profile import SeatInfo, SeveralPlayers

KEPT: Final = Path(__file__).parents[1] / "docs/three-players.json"


class Run(NamedTuple):
    """The start and the number of sweeps."""

    start: str
    """Discs, such as `2-1-1`."""

    wins: str
    """Successes, such as `0-0-0`."""

    sweeps: int = 0

    @property
    def seats(self) -> list[SeatInfo]:
        """The seats, with the beliefs after blind picks."""
        numbers = zip(self.start.split("-"), self.wins.split("-"), strict=True)
        return [SeatInfo(int(d), int(w), natural_belief(int(d))) for d, w in numbers]

    @property
    def game(self) -> SeveralPlayers:
        """The game, before any sweep."""
        return SeveralPlayers(self.seats)


def results() -> list[dict[str, Any]]:
    """The results so far, in the order of the page."""
    found: list[dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else []
    return found


def solve(run: Run) -> dict[str, Any]:
    """Find a profile and its distance from an equilibrium."""
    game = run.game
    game.sweep_times(run.sweeps)
    found = game.found()
    return {
        **run._asdict(),
        "histories": game.histories,
        "shares": [round(share, 6) for share in found.shares],
        "nash_conv": round(found.nash_conv, 6),
    }


def keep(found: dict[str, Any]) -> None:
    """Add a result; a longer run from the same start replaces a shorter one."""
    others = [each for each in results() if _run_of(each)[:2] != _run_of(found)[:2]]
    lines = [json.dumps(each) for each in sorted([*others, found], key=_order)]
    KEPT.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def _run_of(found: dict[str, Any]) -> Run:
    return Run(*(found[name] for name in Run._fields))


def _order(found: dict[str, Any]) -> tuple[int, str, str, float]:
    run = _run_of(found)
    return sum(map(int, run.start.split("-"))), run.start, run.wins, found["nash_conv"]


def main() -> None:
    """Solve and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", nargs="+", metavar="DISCS")
    parser.add_argument("--wins", default="0-0-0")
    parser.add_argument("--sweeps", type=int, default=1000)
    options = parser.parse_args()
    for start in options.starts:
        run = Run(start, options.wins, options.sweeps)
        found = solve(run)
        print(found, flush=True)
        keep(found)


if __name__ == "__main__":
    main()
