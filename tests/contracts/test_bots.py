"""What every bot promises: ours, and the one of the example project.

Each test is run for each bot. A bot of your own can be held to the same by adding it to `KINDS`.
"""

import importlib.util
import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from bench.reference import cpu_seconds, shuffle_a_deck
from calavera.bots import BOTS, Bot, acting_seat, seat_bot, tell
from calavera.record.codec import dumps
from calavera.rules import (
    Action,
    Event,
    Placement,
    Player,
    SeenEvent,
    Setup,
    Show,
    View,
    Viewer,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from tests.games import SIZES, next_events, random_setup
from tests.leaks.two_worlds import other_world

MAGPIE = Path(__file__).parents[2] / "docs/examples/magpie/magpie.py"

SHUFFLE = 12.5e-6
"""CPU seconds of the reference, on the machine that budgets are stated for."""

MOST_MOVES = 5000


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KINDS: list[type[Bot]] = [*BOTS.values(), module_of(MAGPIE).Magpie]

pytestmark = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


class Table:
    """A game with a bot for every player, each told what its player sees."""

    def __init__(self, kind: type[Bot], setup: Setup) -> None:
        self.setup = setup
        self.viewers = [setup.viewer(Player(index)) for index in range(setup.players)]
        self.bots = [seat_bot(kind) for _ in self.viewers]
        self.seen: list[list[SeenEvent]] = [[] for _ in self.viewers]
        self.state = new_game(setup)

    def happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            for viewer, bot, seen in zip(self.viewers, self.bots, self.seen, strict=True):
                seen.append(redact(event, viewer))
                tell(bot, seen[-1])

    def to_act(self) -> list[Player]:
        """The players who are asked for an action now; none where chance is to move."""
        if chance_outcomes(self.state):
            return []
        return sorted({self.setup.owner(seat) for seat in self.state.board.turn})

    def view(self, player: Player) -> View:
        return view(self.state, self.viewers[player])

    def choose(self, player: Player, rng: random.Random) -> Action:
        return self.bots[player].choose(self.view(player), rng)


def random_game(kind: type[Bot], setup: Setup, rng: random.Random) -> Iterator[Table]:
    """A game of random moves, yielded wherever somebody is to act."""
    table = Table(kind, setup)
    while table.state.board.outcome is None:
        if table.to_act():
            yield table
        table.happen(next_events(table.state, rng))


def own_game(kind: type[Bot], setup: Setup, rng: random.Random) -> Iterator[tuple[Table, Player]]:
    """A game that the bots play themselves, yielded before each choice."""
    table = Table(kind, setup)
    for _ in range(MOST_MOVES):
        if table.state.board.outcome is not None:
            return
        if not table.to_act():
            table.happen(next_events(table.state, rng))
            continue
        player = table.to_act()[0]
        yield table, player
        seat = acting_seat(table.view(player)).seat
        table.happen(decide(table.state, seat, table.choose(player, rng)))
    pytest.fail("no end in sight")


@pytest.mark.parametrize(("players", "tribes"), SIZES)
@pytest.mark.parametrize("placement", Placement)
def test_legal_in_positions_that_it_would_not_make(
    kind: type[Bot], players: int, tribes: int, placement: Placement
) -> None:
    rng = random.Random(100 * players + tribes)
    setup = set_up(players, tribes=tribes, placement=placement)
    for table in random_game(kind, setup, rng):
        player = rng.choice(table.to_act())
        action = table.choose(player, rng)
        assert action in acting_seat(table.view(player)).legal
        assert not isinstance(action, Show)


@pytest.mark.parametrize("seed", range(8))
def test_legal_from_any_start_and_without_a_past(kind: type[Bot], seed: int) -> None:
    """A position that was set up, and a bot that was told nothing of how it came about."""
    rng = random.Random(seed)
    for table in random_game(kind, random_setup(rng), rng):
        for player in table.to_act():
            legal = acting_seat(table.view(player)).legal
            assert table.choose(player, rng) in legal
            assert seat_bot(kind).choose(table.view(player), rng) in legal


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_a_game_among_themselves_comes_to_an_end(
    kind: type[Bot], players: int, tribes: int
) -> None:
    for _ in own_game(kind, set_up(players, tribes=tribes), random.Random(players)):
        pass


@pytest.mark.parametrize("seed", range(8))
def test_the_same_choice_whatever_the_others_hide(kind: type[Bot], seed: int) -> None:
    """Two games that one player cannot tell apart: it makes the same choices in both."""
    rng = random.Random(seed)
    game = moves_of_a_game(random_setup(rng), rng)
    compared = 0
    for index in range(min(3, game.setup.players)):
        viewer = game.setup.viewer(Player(index))
        other = game.in_another_world(viewer, rng)
        asked = [choices(kind, viewer, world) for world in (game, other)]
        assert asked[0] == asked[1]
        compared += len(asked[0]) if other != game else 0
    assert compared


class Moves(NamedTuple):
    """A game, move by move."""

    setup: Setup
    moves: tuple[tuple[Event, ...], ...]
    """What each move brought about."""

    def in_another_world(self, viewer: Viewer, rng: random.Random) -> "Moves":
        """A game that looks the same to the viewer."""
        events = iter(other_world(self.setup, list(chain(*self.moves)), viewer, rng))
        return Moves(self.setup, tuple(tuple(islice(events, len(move))) for move in self.moves))


def moves_of_a_game(setup: Setup, rng: random.Random) -> Moves:
    state, moves = new_game(setup), []
    while state.board.outcome is None:
        moves.append(next_events(state, rng))
        for event in moves[-1]:
            state = evolve(state, event)
    return Moves(setup, tuple(moves))


def choices(kind: type[Bot], viewer: Viewer, game: Moves) -> list[Action]:
    """What one player would do wherever it is asked."""
    return [
        bot.choose(seen, random.Random(number))
        for number, (bot, seen) in enumerate(questions(kind, viewer, game))
    ]


def questions(kind: type[Bot], viewer: Viewer, game: Moves) -> Iterator[tuple[Bot, View]]:
    """A bot that is told of a game, wherever its player is asked for an action."""
    bot, state = seat_bot(kind), new_game(game.setup)
    for move in game.moves:
        for event in move:
            state = evolve(state, event)
            tell(bot, redact(event, viewer))
        if not chance_outcomes(state) and set(viewer.seats) & set(state.board.turn):
            yield bot, view(state, viewer)


@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (4, 1), (2, 2)])
def test_rebuilt_from_what_it_saw_it_chooses_the_same(
    kind: type[Bot], players: int, tribes: int
) -> None:
    """After a restart, or in a seat that somebody left in mid-game."""
    rng = random.Random(players)
    for table, player in own_game(kind, set_up(players, tribes=tribes), rng):
        dice = rng.random()
        rebuilt = seat_bot(kind, table.seen[player])
        for _ in range(2):  # the second time shows that choosing leaves nothing behind
            choice = table.choose(player, random.Random(dice))
            assert rebuilt.choose(table.view(player), random.Random(dice)) == choice


@pytest.mark.parametrize("seed", range(3))
def test_the_view_is_left_as_it_was(kind: type[Bot], seed: int) -> None:
    rng = random.Random(seed)
    for table in random_game(kind, set_up(4), rng):
        player = table.to_act()[0]
        seen = table.view(player)
        before = dumps(seen)
        table.bots[player].choose(seen, rng)
        assert dumps(seen) == before


def test_it_keeps_to_its_budget(kind: type[Bot]) -> None:
    """No move takes longer than was stated.

    Machines differ and are busy, so no clock decides: CPU time is compared with a reference, the
    shuffling of a deck, in the same moments. Each position counts with the best of three tries,
    as garbage is collected in somebody's time. What is left of the noise is far below the distance
    that a budget keeps to the usual move; `make bench` tells the figures.
    """
    slowest = 0.0
    for players in (6, 12):
        game = moves_of_a_game(set_up(players), random.Random(players))
        for bot, seen in questions(kind, game.setup.viewer(Player(0)), game):
            slowest = max(slowest, shuffles_of_a_choice(bot, seen))
    assert slowest * SHUFFLE < kind.budget


def shuffles_of_a_choice(bot: Bot, seen: View) -> float:
    """What a choice costs, in shuffles of a deck."""

    def choose(times: int) -> None:
        for number in range(times):
            bot.choose(seen, random.Random(number))

    return min(cpu_seconds(choose, 1) / cpu_seconds(shuffle_a_deck, 20) for _ in range(3))
