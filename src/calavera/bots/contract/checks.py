"""The clauses of the contract, each a function that raises Broken."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from calavera.bots.asking import BotFault, ask, seat_bot
from calavera.bots.bot import Bot, acting_seat
from calavera.bots.contract.tables import (
    SIZES,
    Moves,
    TrialTable,
    moves_of_a_game,
    next_events,
    questions,
    random_game,
    random_setup,
)
from calavera.bots.loading import bot_name
from calavera.console.wording import error_line
from calavera.rules import (
    Action,
    Placement,
    Player,
    Setup,
    Show,
    View,
    Viewer,
    decide,
    seat_letter,
    set_up,
)

Promise: TypeAlias = Callable[[type[Bot]], None]
"""Raises Broken where a bot does not keep it."""

SEEDS: Final = 8
MOST_MOVES: Final = 5000

SHUFFLE: Final = 12.5e-6
"""CPU seconds of shuffling a deck, on the machine that budgets are stated for."""


class Broken(AssertionError):
    """A bot does not keep a promise; the message says in one line what it did, and where."""


def check_bot(kind: type[Bot]) -> None:
    """Check every clause; raises Broken at the first violation."""
    for title, promise in PROMISES.items():
        try:
            promise(kind)
        except Broken as broken:
            raise Broken(f"{bot_name(kind)}: {title}: {broken}") from broken.__cause__


def legal_anywhere(kind: type[Bot]) -> None:
    """Also in positions that it would never reach, and never an unforced show."""
    for players, tribes in SIZES:
        for placement in Placement:
            rng = random.Random(100 * players + tribes)
            setup = set_up(players, tribes=tribes, placement=placement)
            for table in random_game(kind, setup, rng):
                player = rng.choice(table.to_act())
                _legal_choice(table.bots[player], table.view(player), rng)


def legal_without_a_past(kind: type[Bot]) -> None:
    """From a given starting position, for a bot that saw no earlier events."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        for table in random_game(kind, random_setup(rng), rng):
            for player in table.to_act():
                _legal_choice(table.bots[player], table.view(player), rng)
                _legal_choice(seat_bot(kind), table.view(player), rng)


def ends_its_games(kind: type[Bot]) -> None:
    """A game of nobody but this bot comes to an end."""
    for players, tribes in SIZES:
        for _ in _own_game(kind, set_up(players, tribes=tribes), random.Random(players)):
            pass


def same_whatever_others_hide(kind: type[Bot]) -> None:
    """In two games that one player cannot tell apart, it makes the same choices."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        game = moves_of_a_game(random_setup(rng), rng)
        for index in range(min(3, game.setup.players)):
            viewer = game.setup.viewer(Player(index))
            here, there = (
                _choices(kind, viewer, world)
                for world in (game, game.in_another_world(viewer, rng))
            )
            for one, other in zip(here, there, strict=True):
                if one != other:
                    raise Broken(
                        f"chooses {one} in one game and {other} in another that looks the same to"
                        f" it, with the same dice ({_named(game.setup)})"
                    )


def same_when_rebuilt(kind: type[Bot]) -> None:
    """After a restart, or in a seat that somebody left: what it saw is all that counts."""
    for players, tribes in ((2, 1), (4, 1), (2, 2)):
        rng = random.Random(players)
        for table, player in _own_game(kind, set_up(players, tribes=tribes), rng):
            dice = rng.random()
            rebuilt = seat_bot(kind, table.seen[player])
            for _ in range(2):  # the second time shows that choosing leaves nothing behind
                seen = table.view(player)
                choice = _legal_choice(table.bots[player], seen, random.Random(dice))
                other = _legal_choice(rebuilt, seen, random.Random(dice))
                if choice != other:
                    raise Broken(
                        f"chooses {choice}, and {other} when it was rebuilt from the same events,"
                        f" with the same dice ({_named(table.setup)})"
                    )


def leaves_the_view_alone(kind: type[Bot]) -> None:
    """What it is handed belongs to others too."""
    for seed in range(3):
        rng = random.Random(seed)
        for table in random_game(kind, set_up(4), rng):
            player = table.to_act()[0]
            seen = table.view(player)
            before = repr(seen)
            _legal_choice(table.bots[player], seen, rng)
            if repr(seen) != before:
                raise Broken("changes the view that it is handed")


def keeps_its_budget(kind: type[Bot]) -> None:
    """No move takes more CPU time than `budget` states, where it states any.

    Machines differ and are busy, so no clock decides: CPU time is compared with a reference, the
    shuffling of a deck, in the same moments. Each position counts with the best of three tries, as
    garbage is collected in somebody's time.
    """
    budget = getattr(kind, "budget", None)
    if budget is None:
        return
    for players in (6, 12):
        game = moves_of_a_game(set_up(players), random.Random(players))
        for bot, seen in questions(kind, game.setup.viewer(Player(0)), game):
            took = min(_shuffles(bot, seen) for _ in range(3)) * SHUFFLE
            if took >= budget:
                raise Broken(
                    f"needs {1000 * took:.2f} ms of CPU time for a move, more than its budget of"
                    f" {1000 * budget:g} ({_named(game.setup)})"
                )


def _held(promise: Promise) -> Promise:
    """The promise; also broken if the bot cannot be created or fails on an event."""

    def checked(kind: type[Bot]) -> None:
        try:
            promise(kind)
        except Broken:
            raise
        except BotFault as fault:
            raise Broken(str(fault)) from fault.__cause__
        except Exception as error:
            raise Broken(f"raised {error_line(error)}") from error

    return checked


PROMISES: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "legal wherever it is asked": _held(legal_anywhere),
        "legal without a past": _held(legal_without_a_past),
        "its games come to an end": _held(ends_its_games),
        "the same choice whatever others hide": _held(same_whatever_others_hide),
        "the same choice after it was rebuilt": _held(same_when_rebuilt),
        "the view is left alone": _held(leaves_the_view_alone),
        "no move over its budget": _held(keeps_its_budget),
    }
)
"""Everything that a bot is held to, by what it says."""


def _legal_choice(bot: Bot, seen: View, rng: random.Random) -> Action:
    own = acting_seat(seen)
    where = f"({_named(seen.board.setup)}, round {seen.board.round})"
    try:
        action = ask(bot, seen, rng)
    except BotFault as fault:
        if fault.action is None:
            raise Broken(f"{fault} {where}") from fault.__cause__
        legal = ", ".join(map(str, own.legal))
        chosen = f"{seat_letter(own.seat)}{fault.action}"
        raise Broken(f"chose {chosen}; legal are {legal} {where}") from None
    if isinstance(action, Show):
        raise Broken(f"shows its discs without need: that is for people {where}")
    return action


def _own_game(
    kind: type[Bot], setup: Setup, rng: random.Random
) -> Iterator[tuple[TrialTable, Player]]:
    """A game that the bots play themselves, yielded before each choice."""
    table = TrialTable(kind, setup)
    for _ in range(MOST_MOVES):
        if table.state.board.outcome is not None:
            return
        if not table.to_act():
            table.happen(next_events(table.state, rng))
            continue
        player = table.to_act()[0]
        yield table, player
        seen = table.view(player)
        action = _legal_choice(table.bots[player], seen, rng)
        table.happen(decide(table.state, acting_seat(seen).seat, action))
    raise Broken(f"is at no end after {MOST_MOVES:,} moves ({_named(setup)})")


def _choices(kind: type[Bot], viewer: Viewer, game: Moves) -> list[Action]:
    """What one player would do wherever it is asked."""
    return [
        _legal_choice(bot, seen, random.Random(number))
        for number, (bot, seen) in enumerate(questions(kind, viewer, game))
    ]


def _shuffles(bot: Bot, seen: View) -> float:
    """What a choice costs, in shuffles of a deck."""
    began = time.thread_time()
    ask(bot, seen, random.Random(0))
    took = time.thread_time() - began
    rng, deck, times = random.Random(52), list(range(52)), 20
    began = time.thread_time()
    for _ in range(times):
        rng.shuffle(deck)
    return took * times / (time.thread_time() - began)


def _named(setup: Setup) -> str:
    tribes = "a tribe" if setup.tribes == 1 else "two tribes"
    return f"{setup.players} players of {tribes}, {setup.placement.value}"
