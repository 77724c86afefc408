"""Two-player endings of games of three and four: `python -m bench.entries --games 60`.

In each, an opponent that knows the champion's policy and the public events computes the posterior
on its skull, and a best response. Its value is compared with the proven bounds of the position at
these beliefs.

The posterior is not the bot's own: the bot is asked for each move again, with all the discs that it
might have had.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bench.best_response import TO_THE_END, BestResponse, Hypothesis, clone, options_of
from calavera.bots import BOTS, Bot, Champion, ask, tell
from calavera.bots.ending import is_ending
from calavera.rules import (
    PUBLIC,
    Action,
    Disc,
    Event,
    Holding,
    Player,
    Seat,
    Setup,
    State,
    chance_events,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import DiscsShuffled, RoundBegan
from calavera.solve.explain.solved_game import SolvedGame, load_solved_game
from calavera.solve.explorer.bounds import Bounds
from calavera.solve.model.duel_position import (
    FIRST,
    SECOND,
    DuelPosition,
    may_lack_the_skull,
    natural_belief,
    seat_start,
)

SMALL = 4
"""Endings with at most this many discs are played to the end of the game."""

ROUNDS = 2
"""Others are played for this many rounds; then the bot's promises are used."""


class Witness:
    """Everything that one champion may hold, for an observer who knows its policy."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        self.seat, self._viewer = seat, setup.viewer(Player(seat))
        self.hypotheses = [Hypothesis(new_game(setup), Champion(), 1.0)]

    @property
    def posterior(self) -> float:
        """The probability that it still has its skull."""
        held = [
            each.chance
            for each in self.hypotheses
            if Disc.SKULL in each.state.holdings[self.seat].discs
        ]
        return sum(held) / sum(each.chance for each in self.hypotheses)

    def see(self, seat: Seat | None, action: Action | None, events: Sequence[Event]) -> None:
        """Update on a seat's action, or on chance."""
        public = [redact(event, PUBLIC) for event in events]
        found: list[Hypothesis] = []
        for each in self.hypotheses:
            for then, share in self._possible(each, seat, action, events):
                if share > 0.0 and [redact(event, PUBLIC) for event in then] == public:
                    found.append(self._after(each, then, share))
        if isinstance(events[-1], RoundBegan):
            found = list(self._merged(found))
        self.hypotheses = found

    def _possible(
        self, each: Hypothesis, seat: Seat | None, action: Action | None, events: Sequence[Event]
    ) -> list[tuple[Sequence[Event], float]]:
        """The possible events with other discs, with their probabilities."""
        if seat is None or action is None:
            match events[0]:
                case DiscsShuffled(challenger=challenger) if challenger == self.seat:
                    outcomes = chance_outcomes(each.state)
                    return [((event,), float(share)) for event, share in outcomes]
            return [(events, 1.0)]
        if seat != self.seat:
            return [(decide(each.state, seat, action), 1.0)]
        options = options_of(each.bot, view(each.state, self._viewer))
        return [(decide(each.state, seat, move), share) for move, share in options.items()]

    def _after(self, each: Hypothesis, events: Sequence[Event], share: float) -> Hypothesis:
        state, bot = each.state, clone(each.bot)
        for event in events:
            state = evolve(state, event)
            bot.see(redact(event, self._viewer))
        return Hypothesis(state, bot, each.chance * share)

    def _merged(self, found: list[Hypothesis]) -> Iterator[Hypothesis]:
        """Merge hypotheses with equal discs: at the start of a round only those matter."""
        for skull in (True, False):
            alike = [e for e in found if (Disc.SKULL in e.state.holdings[self.seat].hand) == skull]
            if alike:
                yield alike[0]._replace(chance=sum(each.chance for each in alike))


class Entry(NamedTuple):
    """A two-player ending of a game."""

    position: DuelPosition
    role: int
    """Whether the champion is the first or the second."""

    own: float
    """The posterior on its skull, for an opponent that knows its policy."""

    assumed: float
    """The champion's own value of this posterior."""

    other: float
    """Its estimate of the other's skull."""

    reached: tuple[float, float]
    """The opponent's best probability of winning, with its skull and without."""

    bounds: Bounds
    """The proven bounds of the champion's probability of winning at these beliefs."""

    @property
    def blind(self) -> float:
        """The probability of its skull if all its losses had been picked blind."""
        return natural_belief(self.position.discs[self.role])

    @property
    def wins(self) -> float:
        """The opponent's best probability of winning."""
        return self.other * self.reached[0] + (1.0 - self.other) * self.reached[1]


def entries(setup: Setup, kinds: Sequence[type[Bot]], rng: random.Random) -> Iterator[Entry]:
    """Play a game until two players are left."""
    bots = [kind() for kind in kinds]
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    witnesses = [Witness(setup, Seat(n)) for n, kind in enumerate(kinds) if kind is Champion]
    state, began = new_game(setup), False
    while state.board.outcome is None and not (began and is_ending(state.board)):
        seat, action = None, None
        then = chance_events(state, rng)
        if not then:
            seat = state.board.turn[0]
            action = ask(bots[seat], view(state, viewers[seat]), rng)
            then = decide(state, seat, action)
        for event in then:
            state = evolve(state, event)
            for bot, viewer in zip(bots, viewers, strict=True):
                tell(bot, redact(event, viewer))
        for witness in witnesses:
            witness.see(seat, action, then)
        began = isinstance(then[-1], RoundBegan)
    if state.board.outcome is None:
        tables = load_solved_game()
        for witness in witnesses:
            if state.board.mats[witness.seat].discs:
                yield _entry(state, witness, tables)


def _entry(state: State, witness: Witness, tables: SolvedGame) -> Entry:
    board, seat = state.board, witness.seat
    other = next(Seat(n) for n, mat in enumerate(board.mats) if mat.discs and n != seat)
    if board.first is None:
        raise ValueError("nobody begins")
    second = other if board.first == seat else seat
    mats = board.mats[board.first], board.mats[second]
    position = DuelPosition(mats[0].discs, mats[1].discs, mats[0].wins, mats[1].wins)
    horizon = TO_THE_END if sum(position.discs) <= SMALL else board.round + ROUNDS - 1
    assumed, believed = _assumed(witness, other)
    reached = [1.0, 1.0]
    for lacks, skull in enumerate((True, False)):
        discs = board.mats[other].discs
        if not skull and not may_lack_the_skull(discs):
            continue
        start = seat_start(discs, 0, skull=skull)
        total = sum(each.chance for each in witness.hypotheses)
        begin = [
            Hypothesis(_holding(each.state, other, start.discs), each.bot, each.chance / total)
            for each in witness.hypotheses
        ]
        reached[lacks] = BestResponse(begin, seat, horizon).value()
    own = witness.posterior
    if board.first == seat:
        bounds = tables.bounds(position, own, believed)
    else:
        low, high = tables.bounds(position, believed, own)
        bounds = Bounds(1.0 - high, 1.0 - low)
    role = FIRST if board.first == seat else SECOND
    return Entry(position, role, own, assumed, believed, (reached[0], reached[1]), bounds)


def _holding(state: State, seat: Seat, discs: tuple[Disc, ...]) -> State:
    """The same state with other discs in one seat's hand."""
    holdings = list(state.holdings)
    holdings[seat] = Holding(discs)
    return state._replace(holdings=tuple(holdings))


def _assumed(witness: Witness, other: Seat) -> tuple[float, float]:
    """What the bot itself takes the two posteriors to be."""
    likely = witness.hypotheses[0]
    bot = clone(likely.bot)
    bot.choose(
        view(likely.state, likely.state.board.setup.viewer(Player(witness.seat))), random.Random(0)
    )
    if bot._tracker is None:
        raise ValueError("the champion has made no move")
    return bot._tracker.has_skull(witness.seat), bot._tracker.has_skull(other)


def games(seats: int, seeds: Iterable[int], discs: int = 4) -> Iterator[Entry]:
    """The endings of games among the bots of the package, a champion in each."""
    setup = set_up(seats, start=[seat_start(discs, 0, skull=True)] * seats)
    for seed in seeds:
        rng = random.Random(f"{seats} {seed}")
        kinds: list[type[Bot]] = [Champion, *rng.choices(list(BOTS.values()), k=seats - 1)]
        rng.shuffle(kinds)
        yield from entries(setup, kinds, rng)


def main() -> None:
    """Play and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4])
    options = parser.parse_args()
    for seats in options.seats:
        found = list(games(seats, range(options.games)))
        blind = [abs(each.own - each.blind) for each in found]
        print(f"{seats} seats, {options.games} games, {len(found)} endings of a champion:")
        excess = max(each.wins - (1.0 - each.bounds.low) for each in found)
        print(f"  a best answer wins at most the proven bound, and {excess:.0e} for rounding")
        print(f"  the bounds are {max(each.bounds.width for each in found):.6f} wide at most")
        miss = max(abs(each.own - each.assumed) for each in found)
        print(f"  the bot's own posterior is off by {miss:.0e} at most")
        print(f"  a guess by the number of discs would be off by {sum(blind) / len(blind):.2f}")


if __name__ == "__main__":
    main()
