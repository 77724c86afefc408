"""Finds a bot: a built-in one by name, any other as `module:Class` or `cmd:COMMAND`."""

import difflib
import importlib
import os
import sys
import unicodedata
from pathlib import Path
from typing import Final, cast

from calavera.bots import BOTS, EVERY_BOT, Bot, BotFault
from calavera.console.wording import error_line

COMMAND: Final = "cmd:"
"""Before the command line of an engine."""


class BotError(ValueError):
    """No such bot, or not a bot; the message says why in one line."""


def find_bot(source: str) -> type[Bot]:
    """Return the class of `cautious`, `easy`, `my_bots:Mine` or `cmd:./engine`; raises BotError."""
    if source.startswith(COMMAND):
        return _engine(source)
    if ":" in source:
        return _bot_of_module(source)
    name = full_name(source)
    if name not in EVERY_BOT:
        raise BotError(f"there is no bot {source[:40]!r}; {_meant(source)}{known_bots()}")
    return EVERY_BOT[name]


def full_name(source: str) -> str:
    """Return the name of a built-in bot for its name, nickname or level; else the source."""
    return _spoken().get(_plain(source), source)


def is_ours(name: str) -> bool:
    """Whether a built-in bot has this name, nickname or level."""
    return _plain(name) in _spoken()


def _spoken() -> dict[str, str]:
    """Names, characters and levels, as they are compared, with the names."""
    nicknames = {_plain(bot.nickname): name for name, bot in BOTS.items()}
    levels = {str(bot.strength): name for name, bot in BOTS.items()}
    return nicknames | levels | {_plain(name): name for name in EVERY_BOT}


def _plain(name: str) -> str:
    """Fold case and accents, which nobody types."""
    apart = unicodedata.normalize("NFKD", name.strip().casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _meant(source: str) -> str:
    near = difflib.get_close_matches(_plain(source[:40]), _spoken(), n=1, cutoff=0.7)
    return f"did you mean {_spoken()[near[0]]}? " if near else ""


def known_bots() -> str:
    """List the bots in words."""
    ours = ", ".join(BOTS)
    return f"there are {ours}, levels such as hard or hard-bold, module:Class and cmd:COMMAND"


def bot_name(kind: type[Bot]) -> str:
    """What a bot is called: its own name, or that of its class."""
    name = getattr(kind, "name", None)
    return name if isinstance(name, str) and name.strip() else kind.__name__


def _engine(source: str) -> type[Bot]:
    if os.name != "posix":
        raise BotError(f"{source}: engines need pipes that this system does not have")
    from calavera.bots.engine import engine  # noqa: PLC0415  # loads the codec

    try:
        return cast(type[Bot], engine.find_engine(source.removeprefix(COMMAND)))
    except BotFault as fault:
        raise BotError(f"{source}: the engine {fault}") from None


def _bot_of_module(source: str) -> type[Bot]:
    module_name, _, path = source.partition(":")
    if not module_name or not path:
        missing = "a module before" if path else "a class behind"
        raise BotError(f"{source}: there is not {missing} the colon; expected module:Class")
    here = str(Path.cwd())
    if here not in sys.path:  # modules in the working directory are found, as with python -m
        sys.path.insert(0, here)
    found = _imported(source, module_name)
    for part in path.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise BotError(f"{source}: the module {module_name} has no {path}")
    return _checked_kind(source, found)


def _imported(source: str, name: str) -> object:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise BotError(
                f"{source}: there is no module {name} here or where Python looks for one"
            ) from None
        raise BotError(f"{source}: {name} cannot be imported: {error_line(error)}") from error
    except (Exception, SystemExit) as error:  # a script that was not made to be imported
        raise BotError(f"{source}: {name} cannot be imported: {error_line(error)}") from error


def _checked_kind(source: str, kind: object) -> type[Bot]:
    """Check that a class can be seated; only `choose` is required."""
    if not isinstance(kind, type):
        raise BotError(f"{source} is not a class; a bot is a class with choose(view, rng)")
    if not callable(getattr(kind, "choose", None)):
        raise BotError(f"{source} is not a bot: it has no choose(view, rng)")
    try:
        kind()
    except Exception as error:
        raise BotError(f"{source} cannot be made without arguments: {error_line(error)}") from error
    return kind
