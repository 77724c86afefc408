"""What play gives away, over full records: `python -m bench.tells games`.

Where the first disc of a round is the skull, and whether the skull is on the mat of a player that
just opened, raised or passed.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from calavera.arena.interval import wilson
from calavera.record import read
from calavera.record.replay import states
from calavera.rules import Disc, Event, State, new_game
from calavera.rules.events import BidMade, DiscPlaced, SeatPassed


def main(arguments: Sequence[str] | None = None) -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.tells", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of .skull records without gaps")
    folder: Path = parser.parse_args(arguments).folder
    seen, skulls = Counter[str](), Counter[str]()
    for path in sorted(folder.glob("*.skull")):
        record = read(path.read_bytes()).record
        before = new_game(record.setup, record.first)
        for event, state in states(record):
            for what, is_skull in told(event, before, state):
                seen[what] += 1
                skulls[what] += is_skull
            before = state
    for what, count in sorted(seen.items()):
        low, high = wilson(skulls[what], count)
        share = f"{100 * skulls[what] / count:.1f} % of {count:,}"
        print(f"{what}: {share} ({100 * low:.1f} to {100 * high:.1f})")


def told(event: Event, before: State, state: State) -> Iterator[tuple[str, bool]]:
    """What an event is counted as, and whether its player's skull is on the mat after it."""
    if not isinstance(event, DiscPlaced | BidMade | SeatPassed):
        return
    owned = before.holdings[event.seat]
    if isinstance(event, DiscPlaced):
        if not owned.stack and len(set(owned.hand)) > 1:  # it can choose
            who = "beginning" if before.board.first == event.seat else "not beginning"
            yield f"skull first, {who}", event.disc is Disc.SKULL
        return
    bidding = before.board.bidding
    what = "a pass" if isinstance(event, SeatPassed) else "a raise" if bidding else "an opening bid"
    yield f"skull on the mat after {what}", Disc.SKULL in state.holdings[event.seat].stack


if __name__ == "__main__":
    main()
