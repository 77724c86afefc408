"""How far the estimates of a review are off: `python -m bench.coverage chances | losses | solved`.

The truth can be measured where the same information comes up again and again. So games begin at the
start of some round of a game of mixed bots, and everybody knows what was lost until then.

- `chances`: many games of mixed bots from each start. Those in which a viewpoint has seen the same
  are one position; the share of them that a player won is its chance.
- `losses`: a decision in a round of Champions, three players and more. Rounds in which the player
  has seen the same are played on with every legal move, and valued at their end by the judge with
  all discs open.
- `solved`: decisions of two players. What the networks say, against the exact loss.

The variance of the measurement is taken out of the errors. An interval counts as right if it
contains the truth after the error of the measurement has been added to it.
"""

import argparse
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from calavera.bots import Bot, Champion, ask, seat_bot, tell
from calavera.bots.hints import Consultation, Engine
from calavera.bots.network.tracker import Tracker
from calavera.record import Record
from calavera.review.chances.judge import chances
from calavera.review.chances.sight import sight
from calavera.review.decisions import DecisionJudge, estimates, is_choice, verdict
from calavera.review.interval import Interval, chance_interval, has_few, loss_interval
from calavera.review.model import Choice
from calavera.review.self_play import CAST, mixed_game, play_game
from calavera.review.steps import steps
from calavera.rules import (
    PUBLIC,
    Action,
    Event,
    NameFirst,
    Pick,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Setup,
    Show,
    chance_events,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan

STEPS: Final = 16
"""Later positions hardly come up twice."""

LEAST: Final = 50
"""How often a position has to come up."""

WORLDS: Final = 150
TRIES: Final = 1500
LATEST: Final = 4
"""A decision is one of the first so many of its player in the round."""

SURE: Final = 1.645
"""Standard errors to either side that hold 9 of 10."""

LOSSES: Final = (0.0, 0.02, 0.05, 0.12)


class Start(NamedTuple):
    """The start of a round at which nothing is hidden."""

    setup: Setup
    first: Seat


class Measured(NamedTuple):
    """An estimate and the truth."""

    group: str
    predicted: float
    interval: Interval
    truth: float
    variance: float  # of the truth, as it was measured

    @property
    def is_inside(self) -> bool:
        low, high = self.interval
        half = math.hypot((high - low) / 2.0, SURE * math.sqrt(self.variance))
        return abs(self.truth - (low + high) / 2.0) <= half + 1e-9


def start_of(seed: int) -> Start:
    """The start of some round in the game of a seed, without the seats that are out."""
    begun = [
        step.after
        for step in steps(mixed_game(seed))
        if isinstance(step.events[-1], RoundBegan) and step.after.board.outcome is None
    ]
    state = random.Random(seed).choice(begun)
    seats = [Seat(number) for number, mat in enumerate(state.board.mats) if mat.discs]
    entries = [SeatStart(state.holdings[seat].discs, state.board.mats[seat].wins) for seat in seats]
    first = state.board.first if state.board.first in seats else seats[0]
    return Start(set_up(len(seats), start=entries), Seat(seats.index(first)))


def chances_at(seed: int, games: int, *, only_few: bool = False) -> list[Measured]:
    """The positions that came up often after one start."""
    setup, first = start_of(seed)
    is_few = has_few(new_game(setup, first).board)
    if only_few and not is_few:
        return []
    player = Player(random.Random(seed).randrange(setup.players))
    viewers = {"public": PUBLIC, "player": setup.viewer(player), "open": None}
    known = {"public": (), "player": setup.seats_of(player), "open": setup.seats}
    won = defaultdict[tuple[str, int], Counter[Player]](Counter)
    examples: dict[tuple[str, int], tuple[Record, int]] = {}
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        record = play_game(setup, [rng.choice(CAST) for _ in range(setup.players)], rng, first)
        told = list(steps(record))
        outcome = told[-1].after.board.outcome
        assert outcome is not None
        for name, viewer in viewers.items():
            key = 0
            for step in told[: min(STEPS, len(told) - 1)]:
                events = step.events
                seen = [redact(event, viewer) for event in events] if viewer else list(events)
                key = hash((key, repr(seen)))
                won[name, key][outcome.winner] += 1
                examples.setdefault((name, key), (record, step.number))
    return [
        _chance(name, chance, wins[setup.owner(seat)], wins.total(), is_few)
        for (name, key), wins in won.items()
        if wins.total() >= LEAST
        for seat, chance in _predicted(*examples[name, key], known[name]).items()
        if name != "player" or seat in known[name]
    ]


def _chance(name: str, chance: float, won: int, games: int, is_few: bool) -> Measured:
    smooth = (won + 1) / (games + 2)
    variance = smooth * (1.0 - smooth) / games
    interval = chance_interval(name, chance, is_few=is_few)
    group = f"{name}, few discs" if is_few else name
    return Measured(group, chance, interval, won / games, variance)


def _predicted(record: Record, number: int, known: Sequence[Seat]) -> dict[Seat, float]:
    tracker = Tracker(record.setup)
    for step in islice(steps(record), number + 1):
        for event in step.events:
            tracker.take(redact(event, PUBLIC))
    return chances(sight(tracker, step.after, known))


class Round:
    """A round of Champions, as far as it has come."""

    def __init__(self, setup: Setup, first: Seat) -> None:
        self.setup, self.state = setup, new_game(setup, first)
        self.events: list[Event] = []
        self._bots: list[Bot] = [seat_bot(Champion) for _ in range(setup.players)]
        self._tell(RoundBegan(1, first))

    def copy(self) -> "Round":
        """The same once more, with bots that saw the same."""
        other = object.__new__(Round)
        other.setup, other.state, other.events = self.setup, self.state, list(self.events)
        other._bots = [seat_bot(Champion, self.seen(n)) for n in range(self.setup.players)]
        return other

    def seen(self, player: int) -> list[SeenEvent]:
        """What a player saw."""
        viewer = self.setup.viewer(Player(player))
        return [redact(event, viewer) for event in self.events]

    @property
    def is_over(self) -> bool:
        """Whether the next round has begun, or the game is over."""
        return self.state.board.outcome is not None or self.state.board.round > 1

    def chooser(self) -> Seat | None:
        """Who decides now; None if chance does."""
        turn = self.state.board.turn
        return turn[0] if turn and not chance_events(self.state, random.Random(0)) else None

    def play(self, rng: random.Random, action: Action | None = None) -> Action | None:
        """Play one move and return it: a given one, else chance's or what the bot chooses."""
        happened = chance_events(self.state, rng)
        if not happened:
            seat = self.state.board.turn[0]
            if action is None:
                looked = view(self.state, self.setup.viewer(self.setup.owner(seat)))
                action = ask(self._bots[self.setup.owner(seat)], looked, rng)
            happened = decide(self.state, seat, action)
        for event in happened:
            self.state = evolve(self.state, event)
            self._tell(event)
        return action

    def value(self, player: int) -> float:
        """The chance of a player with all discs open."""
        outcome = self.state.board.outcome
        if outcome is not None:
            return float(outcome.winner == player)
        tracker = Tracker(self.setup)
        for event in self.events:
            tracker.take(redact(event, PUBLIC))
        return chances(sight(tracker, self.state, self.setup.seats)).get(Seat(player), 0.0)

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        for player, bot in enumerate(self._bots):
            tell(bot, redact(event, self.setup.viewer(Player(player))))


def losses_at(seed: int) -> list[Measured]:
    """Every move of one decision in a round of Champions, if it comes up often enough."""
    start, rng = start_of(seed), random.Random(f"loss {seed}")
    number, seat = rng.randrange(LATEST), rng.choice(start.setup.seats_in)
    found = _decision(start, seat, number, rng) if start.setup.players > 2 else None
    if found is None:
        return []
    target, own = found
    wanted, looked = target.seen(seat), view(target.state, start.setup.viewer(Player(seat)))
    consultation = Engine().consult(looked, seat, wanted)
    moves = [move for move in consultation.own.legal if not isinstance(move, Show)]
    values: list[list[float]] = []
    for _ in range(TRIES):
        world = _again(start, seat, own, wanted, rng)
        if world is not None:
            values.append([_played_out(world, seat, move, rng) for move in moves])
        if len(values) == WORLDS:
            break
    return list(_losses(consultation, moves, values)) if len(values) >= LEAST else []


def _decision(
    start: Start, seat: Seat, number: int, rng: random.Random
) -> tuple[Round, list[Action]] | None:
    """A round at a decision of a seat, and what the seat has done before."""
    played, before = Round(*start), list[Action]()
    while not played.is_over:
        chooser = played.chooser()
        if chooser == seat and is_choice(played.state, seat):
            legal = view(played.state, start.setup.viewer(Player(seat))).own[0].legal
            if number == 0:
                is_free = any(isinstance(move, Pick | NameFirst) for move in legal)
                return None if is_free else (played, before)
            number -= 1
        action = played.play(rng)
        if chooser == seat and action is not None:
            before.append(action)
    return None


def _again(
    start: Start, seat: Seat, own: Sequence[Action], wanted: Sequence[SeenEvent], rng: random.Random
) -> Round | None:
    """A round in which a seat does and sees the same; None if it came otherwise."""
    played, left = Round(*start), list(own)
    while len(played.events) < len(wanted):
        is_own = played.chooser() == seat
        if is_own and not left:
            return None
        played.play(rng, left.pop(0) if is_own else None)
        if played.seen(seat) != wanted[: len(played.events)]:
            return None
    return played


def _played_out(world: Round, seat: Seat, move: Action, rng: random.Random) -> float:
    played = world.copy()
    played.play(rng, move)
    while not played.is_over:
        played.play(rng)
    return played.value(seat)


def _losses(
    consultation: Consultation, moves: Sequence[Action], values: Sequence[Sequence[float]]
) -> Iterator[Measured]:
    first, second = estimates(consultation)
    shares = {choice.action: choice.share for choice in first}
    for place, move in enumerate(moves):
        lost = [
            sum(shares[each] * won for each, won in zip(moves, row, strict=True)) - row[place]
            for row in values
        ]
        mean = sum(lost) / len(lost)
        variance = sum((each - mean) ** 2 for each in lost) / (len(lost) - 1) / len(lost)
        yield _loss(first, second, move, mean, variance)


def _loss(
    first: Sequence[Choice],
    second: Sequence[Choice],
    move: Action,
    truth: float,
    variance: float = 0.0,
) -> Measured:
    one, two = max(given_up(first, move), 0.0), max(given_up(second, move), 0.0)
    number = sum(one >= edge for edge in LOSSES)
    edges = [100 * edge for edge in (*LOSSES, 1.0)]
    group = f"{edges[number - 1]:.0f}-{edges[number]:.0f}"
    return Measured(group, one, loss_interval(one, two), max(truth, 0.0), variance)


def given_up(choices: Sequence[Choice], move: Action) -> float:
    """What a move wins less than the mix; negative if it wins more."""
    wins = {choice.action: choice.wins or 0.0 for choice in choices}
    return sum(choice.share * wins[choice.action] for choice in choices) - wins[move]


def solved_at(seed: int) -> list[Measured]:
    """Every move of the decisions of two players in the game of a seed."""
    record = mixed_game(seed)
    judge, found = DecisionJudge(record.setup), list[Measured]()
    for step in steps(record):
        seat = step.seat
        if seat is not None and judge.ending.duel is not None and is_choice(step.before, seat):
            consultation = judge.consult(step.before, seat)
            exact, estimated = verdict(consultation, judge.ending), estimates(consultation)
            every = [choice.wins for each in (exact.choices, *estimated) for choice in each]
            if exact.width is not None and None not in every:
                found += [
                    _loss(*estimated, choice.action, given_up(exact.choices, choice.action))
                    for choice in exact.choices
                ]
        for event in step.events:
            judge.take(event)
    return found


def lines(found: Sequence[Measured]) -> Iterator[str]:
    """A line for each group, and one for all."""
    # Groups of losses have their order by size, viewpoints by name.
    groups = sorted({each.group for each in found}, key=lambda group: (len(group), group))
    for group in (*groups, "all") if groups else ():
        some = [each for each in found if group in (each.group, "all")]
        count = len(some)
        squares = sum((each.truth - each.predicted) ** 2 - each.variance for each in some)
        width = sum(each.interval.high - each.interval.low for each in some) / count
        yield (
            f"| {group} | {count:,} | {100 * sum(each.predicted for each in some) / count:.1f} |"
            f" {100 * sum(each.truth for each in some) / count:.1f} |"
            f" {100 * math.sqrt(max(squares / count, 0.0)):.1f} | {100 * width / 2:.1f} |"
            f" {100 * sum(each.is_inside for each in some) / count:.0f} % |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["chances", "losses", "solved"])
    parser.add_argument("--starts", type=int, default=20, help="how many starts, or games of two")
    parser.add_argument("--first", type=int, default=3_000_000, help="seed of the first of them")
    parser.add_argument("--games", type=int, default=400, help="from each start, for chances")
    parser.add_argument("--few", action="store_true", help="only starts with few discs")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    measures: dict[str, Callable[[int], list[Measured]]] = {
        "chances": partial(chances_at, games=options.games, only_few=options.few),
        "losses": losses_at,
        "solved": solved_at,
    }
    seeds = range(options.first, options.first + options.starts)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = [each for part in pool.map(measures[options.what], seeds) for each in part]
    print("| group | count | said, % | true, % | error (RMS) | half of the interval | inside |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(lines(found)))


if __name__ == "__main__":
    main()
