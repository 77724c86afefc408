"""A new game: who sits where, and under which names."""

import random
import secrets
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Final, NamedTuple

from calavera.bots import TABLE_NAMES, Bot, Cautious
from calavera.rules import Placement, Player, Setup, set_up
from calavera.terminal.drawing.cast import Cast, cast_of
from calavera.terminal.play.host import PERSON, Host
from calavera.terminal.play.opponents import characters

_SEEDS: Final = 1_000_000
_DEFAULT_BOT: Final = Cautious
_LONGEST_NAME: Final = 40


class Opening(NamedTuple):
    """A game that is about to begin."""

    host: Host
    cast: Cast
    others: tuple[str, ...]
    """How the opponents play, a sentence for each character."""


def open_game(  # noqa: PLR0913  # the options of a game
    *,
    players: int = 4,
    name: str = "You",
    seed: int | None = None,
    opponents: Sequence[type[Bot]] = (),
    tribes: int = 1,
    placement: Placement = Placement.SIMULTANEOUS,
) -> Opening:
    """Seat the bots clockwise from the person; the list repeats until every seat is taken.

    Raises ValueError for an invalid table or name.
    """
    setup: Setup = set_up(players, tribes=tribes, placement=placement)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    names = (_checked(name), *_names_of_bots(players - 1, name, seed))
    kinds = list(islice(cycle(opponents or (_DEFAULT_BOT,)), players - 1))
    seated = {Player(index): kind() for index, kind in enumerate(kinds, start=1)}
    others = tuple(characters(names[1:], kinds))
    cast = cast_of(setup, names, setup.seats_of(PERSON))
    return Opening(Host(setup, names, seated, seed), cast, others)


def _checked(name: str) -> str:
    """The name without extra blanks; raises ValueError if a record cannot hold it."""
    fit = " ".join(name.split())
    if not 0 < len(fit) <= _LONGEST_NAME or "," in fit or not fit.isprintable():
        raise ValueError(
            f"name {name[:_LONGEST_NAME]!r}: expected 1 to {_LONGEST_NAME} letters without a comma"
        )
    return fit


def _names_of_bots(count: int, person: str, seed: int) -> list[str]:
    """Names for the bots, none of them the person's."""
    free = [name for name in TABLE_NAMES if name.lower() != person.strip().lower()]
    return random.Random(f"{seed}/names").sample(free, count)
