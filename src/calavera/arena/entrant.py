"""A bot that takes part in a match: one of ours by its name, anybody's as `module:Class`."""

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.bots import BOTS, Bot

LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part."""

    source: str
    """How it was asked for: `belief`, or `my_module:MyBot`."""

    label: str
    """What it is called in tables and records: its own name, where no other has that too."""

    kind: type[Bot]
    """Makes one player for one game."""


def find_entrants(sources: Sequence[str]) -> tuple[Entrant, ...]:
    """The bots of a match; raises ArenaError where one cannot be found or is no bot."""
    if len(set(sources)) < len(sources):
        twice = next(source for source in sources if sources.count(source) > 1)
        raise ArenaError(f"{twice} is named twice; the seats are filled with all that are named")
    if len(sources) < 2:
        raise ArenaError(f"a match needs two different bots at least; {_known()}")
    kinds = [find_kind(source) for source in sources]
    names = [name_of(kind) for kind in kinds]
    return tuple(
        Entrant(source, _checked(name if names.count(name) == 1 else source), kind)
        for source, name, kind in zip(sources, names, kinds, strict=True)
    )


def find_kind(source: str) -> type[Bot]:
    """The bot that is called so; raises ArenaError where it cannot be found or is no bot."""
    if ":" in source:
        return _bot_of_module(source)
    if source not in BOTS:
        raise ArenaError(f"there is no bot {source!r}; {_known()}")
    return BOTS[source]


def _known() -> str:
    return f"there are {', '.join(BOTS)}, and your own as module:Class"


def _bot_of_module(source: str) -> type[Bot]:
    module_name, _, path = source.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:  # a module beside the person who asks is found, as python -m does
        sys.path.insert(0, here)
    found = _imported(source, module_name)
    for part in path.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise ArenaError(f"{source}: the module {module_name} has no {path or 'name behind the :'}")
    return _checked_kind(source, found)


def _imported(source: str, name: str) -> object:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise ArenaError(
                f"{source}: there is no module {name} here or where Python looks for one"
            ) from None
        raise ArenaError(f"{source}: {name} cannot be imported: {_one_line(error)}") from error
    except (Exception, SystemExit) as error:  # a script that was not made to be imported
        raise ArenaError(f"{source}: {name} cannot be imported: {_one_line(error)}") from error


def _checked_kind(source: str, kind: object) -> type[Bot]:
    """A class that can be seated. Only `choose` is asked for: the rest is for people to read."""
    if not isinstance(kind, type):
        raise ArenaError(f"{source} is not a class; a bot is a class with choose(view, rng)")
    if not callable(getattr(kind, "choose", None)):
        raise ArenaError(f"{source} is no bot: it has no choose(view, rng)")
    try:
        kind()
    except Exception as error:
        raise ArenaError(
            f"{source} cannot be made without arguments: {_one_line(error)}"
        ) from error
    return kind


def name_of(kind: type[Bot]) -> str:
    """What a bot calls itself, or else its class."""
    name = getattr(kind, "name", None)
    return name if isinstance(name, str) and name.strip() else kind.__name__


def _checked(label: str) -> str:
    """A label that a record can hold as a player's name."""
    if len(label) > LONGEST_LABEL or "," in label or not label.isprintable():
        raise ArenaError(
            f"a bot's name has at most {LONGEST_LABEL} letters and no comma, unlike {label!r}"
        )
    return label.strip()


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
