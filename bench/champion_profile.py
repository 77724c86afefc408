"""The champion in endings of three: `python -m bench.champion_profile 1-1-1 --wins 1-1-1`.

The exact NashConv of three champions: what each of them could gain by switching alone to a best
response, summed. The ending begins with the beliefs after blind picks. The champion is asked at
every information set that can occur; nothing is sampled.
"""

import argparse
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy

from bench.best_response import clone, options_of
from bench.three_players import Run, results
from calavera.bots import Champion
from calavera.bots.ending import Course
from calavera.bots.network.reader import Reader
from calavera.rules import (
    Event,
    Placement,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan
from calavera.solve.several.profile import Found

Key: TypeAlias = numpy.uint64


class Mind(NamedTuple):
    """What one player knows, and the champion who knows it."""

    key: Key
    bot: Champion


class ChampionProfile:
    """Three champions in an ending that begins with a round."""

    def __init__(self, run: Run) -> None:
        self._game = run.game
        self._beliefs = [seat.belief for seat in run.seats]
        self._minds: dict[Key, Mind] = {}
        self._asked = set[Key]()
        self._game.sweep_times(1)  # so that every information set has its place
        for deal in product(*(seat.kinds for seat in run.seats)):
            self._begin([start for start, _ in deal])

    def found(self) -> Found:
        """The champions' chances of winning, and the gain of each best response."""
        return self._game.found()

    def _begin(self, starts: Sequence[SeatStart]) -> None:
        setup = set_up(len(starts), placement=Placement.FIRST_LAST, start=starts)
        self._viewers = [setup.viewer(Player(player)) for player in range(len(starts))]
        minds = []
        for player, start in enumerate(starts):
            key = self._game.knowledge(player, [str(start)])
            if key not in self._minds:
                bot = Champion()
                reader = Reader(setup, Champion.policy(), [Seat(player)])
                for tracker in (reader, reader.plain):
                    tracker.suspicions = [[1.0 - belief, belief] for belief in self._beliefs]
                bot._tracker, bot._course = reader, Course(setup, Seat(player))
                bot.see(RoundBegan(1, Seat(0)))
                self._minds[key] = Mind(key, bot)
            minds.append(self._minds[key])
        self._walk(new_game(setup, first=Seat(0)), minds)

    def _walk(self, state: State, minds: list[Mind]) -> None:
        if state.board.outcome is not None:
            return
        outcomes = chance_outcomes(state)
        if outcomes:
            for event, _ in outcomes:
                self._go_on(state, minds, (event,))
            return
        seat = state.board.turn[0]
        moves = [move for move in legal_actions(state, seat) if not isinstance(move, Show)]
        key, bot = minds[seat]
        if len(moves) > 1 and key not in self._asked:
            self._asked.add(key)
            shares = options_of(bot, view(state, self._viewers[seat]))
            self._game.set_average(key, [shares.get(move, 0.0) for move in moves])
        for move in moves:
            self._go_on(state, minds, decide(state, seat, move))

    def _go_on(self, state: State, minds: list[Mind], events: tuple[Event, ...]) -> None:
        for event in events:
            state = evolve(state, event)
        seen = [tuple(redact(event, viewer) for event in events) for viewer in self._viewers]
        after = [self._after(mind, sight) for mind, sight in zip(minds, seen, strict=True)]
        self._walk(state, after)

    def _after(self, mind: Mind, sight: tuple[SeenEvent, ...]) -> Mind:
        key = self._game.knowledge_after(mind.key, sight)
        if key not in self._minds:
            bot = clone(mind.bot)
            for event in sight:
                bot.see(event)
            self._minds[key] = Mind(key, bot)
        return self._minds[key]


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.champion_profile")
    parser.add_argument("starts", nargs="+", metavar="DISCS")
    parser.add_argument("--wins", default="1-1-1")
    options = parser.parse_args(arguments)
    best = {(each["start"], each["wins"]): each["nash_conv"] for each in results()}
    for start in options.starts:
        found = ChampionProfile(Run(start, options.wins)).found()
        known = best.get((start, options.wins))
        print(
            f"{start} wins {options.wins}: chances {_rounded(found.shares)}, gains"
            f" {_rounded(found.gains)}, NashConv {found.nash_conv:.4f}; best known {known}",
            flush=True,
        )


def _rounded(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:.4f}" for number in numbers)


if __name__ == "__main__":
    main()
