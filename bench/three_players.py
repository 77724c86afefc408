"""Equilibria of three players: `python -m bench.three_players 1-1-1 --samples 20000`.

Natural beliefs, no successes. Each result is kept in docs/three-players.json, which the page about
endings tells; the same start and number of samples give the same result.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from calavera.solve.position import natural_belief
from calavera.solve.several import SeveralPlayers, Standing

KEPT: Final = Path(__file__).parents[1] / "docs/three-players.json"


def results() -> dict[str, Any]:
    """What has been found so far, by the discs of the start."""
    found: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return found


def solve(start: str, samples: int) -> dict[str, Any]:
    """An equilibrium of a start, as `2-1-1`."""
    discs = [int(part) for part in start.split("-")]
    game = SeveralPlayers([Standing(count, 0, natural_belief(count)) for count in discs])
    game.sample_times(samples)
    found = game.found()
    return {
        "samples": samples,
        "shares": [round(share, 6) for share in found.shares],
        "nash_conv": round(found.nash_conv, 6),
    }


def main() -> None:
    """Find and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", nargs="+", metavar="DISCS")
    parser.add_argument("--samples", type=int, default=2000)
    options = parser.parse_args()
    for start in options.starts:
        found = solve(start, options.samples)
        print(start, found, flush=True)
        KEPT.write_text(json.dumps({**results(), start: found}, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
