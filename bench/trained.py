"""One player among others: `python -m bench.trained champion belief --seats 3 4 6`.

A player is a bot's name, `module:Class`, an outsider of `bench.outsiders`, `yardstick` (the belief
bot of version 0.1), weights (`.bin`) or a checkpoint of `calavera train` (`.pt`). Networks are
computed with NumPy, which makes the same decisions in a fraction of the time.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from bench.outsiders import OUTSIDERS
from bench.yardstick import Belief as Yardstick
from calavera.arena.interval import wilson
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import PlannedGame
from calavera.arena.runner.match_game import MatchGame
from calavera.bots import Bot, Champion
from calavera.bots.loading import find_bot
from calavera.bots.network import NetworkBot, Policy
from calavera.bots.network.choices import choice_count
from calavera.bots.network.weights_file import Answer, Network, read_weights
from calavera.record import write_record
from calavera.rules import set_up


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.trained", description=__doc__)
    parser.add_argument("one")
    parser.add_argument("others", nargs="+", help="the player on all other seats; a match for each")
    parser.add_argument("--seats", type=int, nargs="+", default=[3])
    parser.add_argument("--games", type=int, default=1200, help="games per match (1200)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--records", type=Path, help="write the games to this folder as .skull")
    options = parser.parse_args(arguments)
    for other in options.others:
        for seats in options.seats:
            play = _Match(options.one, other, seats, options.seed, options.records).play
            won = sum(_mapped(play, options.games, options.jobs))
            low, high = wilson(won, options.games)
            print(
                f"{seats} seats, one {options.one} among {other}:"
                f" {100 * won / options.games:.1f} % of {options.games} games"
                f" ({100 * low:.1f} to {100 * high:.1f}), fair {100 / seats:.1f}",
                flush=True,
            )


def _mapped(play: Callable[[int], bool], games: int, jobs: int) -> Iterator[bool]:
    """The result of each game, in `jobs` processes."""
    if jobs == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(games), chunksize=10)


class _Match(NamedTuple):
    one: str
    other: str
    seats: int
    seed: int
    records: Path | None

    def play(self, number: int) -> bool:
        """Whether the single player wins a game; its seat rotates."""
        chair = number % self.seats
        seating = tuple(0 if seat == chair else 1 for seat in range(self.seats))
        entrants = [
            Entrant(source, source[-40:], _kind(source)) for source in (self.one, self.other)
        ]
        planned = PlannedGame(number, f"{self.seed}/{number}", seating, set_up(self.seats))
        game = MatchGame(planned, entrants)
        winner = game.play().winner
        if self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)
            text = write_record(game.record())
            (self.records / f"{self.seats}-{number:06}.skull").write_text(text, encoding="utf-8")
        return winner == chair


@cache
def _kind(source: str) -> type[Bot]:
    known: dict[str, type[Bot]] = {**OUTSIDERS, Yardstick.name: Yardstick}
    if source in known:
        return known[source]
    if source.endswith((".pt", ".bin")):
        return _swift(Champion, Policy(_networks(Path(source))))
    kind: type[Any] = find_bot(source)
    return _swift(kind, kind.policy()) if issubclass(kind, NetworkBot) else kind


def _swift(kind: type[NetworkBot], policy: Policy) -> type[Bot]:
    """A kind of bot with other networks, or the same, computed with NumPy."""
    swift = policy._replace(networks=[Swift(*network) for network in policy.networks])
    made: type[Bot] = type(kind.__name__, (kind,), {"policy": classmethod(lambda _: swift)})
    return made


class Swift(Network):
    """A network computed with NumPy."""

    def of(self, row: Sequence[float]) -> Answer:
        """The outputs for a row of inputs."""
        values = numpy.asarray(row)
        for bias, columns in self._arrays[:-1]:
            values = numpy.maximum(values @ columns + bias, 0.0)
        bias, columns = self._arrays[-1]
        numbers, choices = (values @ columns + bias).tolist(), choice_count(self.slots)
        return Answer(numbers[:choices], numbers[choices], numbers[choices + 1 :])

    @cached_property
    def _arrays(self) -> list[tuple[NDArray[numpy.float64], NDArray[numpy.float64]]]:
        return [(numpy.array(layer.bias), numpy.array(layer.columns)) for layer in self.layers]


def _networks(path: Path) -> Sequence[Network]:
    if path.suffix == ".bin":
        return read_weights(path)
    from calavera.train.checkpoints import read_network  # noqa: PLC0415  # needs torch
    from calavera.train.export import exported  # noqa: PLC0415

    return [exported(read_network(path))]


if __name__ == "__main__":
    main()
