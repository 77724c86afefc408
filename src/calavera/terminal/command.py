"""The commands `play`, `bots` and `rules`: options in, a status out."""

import argparse
import shutil
from typing import Any

from calavera.bots import Bot
from calavera.console.complaint import complain
from calavera.console.console import PlainConsole
from calavera.errors import UserError
from calavera.rules import IllegalAction, Placement
from calavera.terminal.arguments import NEW, USUAL_LEVEL, players_asked_for
from calavera.terminal.drawing.paper import takes_the_screen
from calavera.terminal.play.game_loop import play_game
from calavera.terminal.play.opponents import opponents_named, opponents_of, show_bots
from calavera.terminal.rulebook import show_rules
from calavera.terminal.screen.seating import LEAST_HEIGHT, LEAST_WIDTH


def run_play(options: argparse.Namespace) -> int:
    """Play a game; raises UserError."""
    if options.record is not None and options.record.exists():
        raise UserError(f"{options.record}: the file already exists; choose another name")
    asked: dict[str, Any] = {
        "name": options.name,
        "seed": options.seed,
        "tribes": options.tribes,
        "placement": Placement(options.placement),
        "record_path": options.record,
        "fast": options.fast,
    }
    if options.table is not None:
        return _play_live(options)
    try:
        asked["players"] = players_asked_for(options.players, len(options.against))
        whole = _takes_the_screen(options)
        asked["opponents"] = _opponents(options, asks=whole)
        if whole:
            return _play_on_the_screen(motion=options.motion, **asked)
        return play_game(PlainConsole(), **asked)
    except IllegalAction:
        raise  # a bug in a bot, not a mistake of the user
    except ValueError as error:
        raise UserError(str(error)) from None


def _play_live(options: argparse.Namespace) -> int:
    from calavera.terminal.live import play_live

    joins = options.table != NEW
    for name in ("against", "temper", "seed", *(["players"] if joins else [])):
        if getattr(options, name):
            raise UserError(f"--{name} does not go with --table: its host decides that")
    return play_live(options, whole=_takes_the_screen(options))


def _takes_the_screen(options: argparse.Namespace) -> bool:
    """Whether the game has the whole screen; says so where there is only too little room."""
    if options.plain or not takes_the_screen():
        return False
    width, height = shutil.get_terminal_size()
    if width >= LEAST_WIDTH and height >= LEAST_HEIGHT:
        return True
    complain(
        f"the table needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows, this terminal has"
        f" {width} and {height}: playing line by line"
    )
    return False


def _opponents(options: argparse.Namespace, *, asks: bool) -> tuple[type[Bot], ...]:
    """The bots that the options name; none where the screen asks for them."""
    if options.against:
        return opponents_named(options.against)
    if asks and options.level is None and options.temper is None:
        return ()
    return opponents_of(options.level or USUAL_LEVEL, options.temper)


def _play_on_the_screen(*, motion: bool, **asked: Any) -> int:
    try:
        from calavera.terminal.screen.play import game_app, run_app
    except ModuleNotFoundError as error:
        complain(f"{error.name} is not installed: playing line by line")
        asked["opponents"] = asked["opponents"] or opponents_of(USUAL_LEVEL)
        return play_game(PlainConsole(), **asked)
    return run_app(game_app(motion=motion, **asked))


def run_bots(_: argparse.Namespace) -> int:
    """List the opponents."""
    show_bots(PlainConsole())
    return 0


def run_rules(options: argparse.Namespace) -> int:
    """Print rules; raises UserError for an unknown number."""
    try:
        show_rules(PlainConsole(), options.numbers)
    except ValueError as error:
        raise UserError(str(error)) from None
    return 0
