"""The commands `play`, `bots` and `rules`: options in, a status out."""

import argparse

from calavera.console.console import PlainConsole
from calavera.errors import UserError
from calavera.rules import IllegalAction, Placement
from calavera.terminal.arguments import players_asked_for
from calavera.terminal.play.game_loop import play_game
from calavera.terminal.play.opponents import opponents_named, opponents_of, show_bots
from calavera.terminal.rulebook import show_rules


def run_play(options: argparse.Namespace) -> int:
    """Play a game; raises UserError."""
    if options.record is not None and options.record.exists():
        raise UserError(f"{options.record}: the file already exists; choose another name")
    try:
        return play_game(
            PlainConsole(),
            players=players_asked_for(options.players, len(options.against)),
            name=options.name,
            seed=options.seed,
            opponents=opponents_named(options.against)
            or opponents_of(options.level, options.temper),
            tribes=options.tribes,
            placement=Placement(options.placement),
            record_path=options.record,
            fast=options.fast,
        )
    except IllegalAction:
        raise  # a bug in a bot, not a mistake of the user
    except ValueError as error:
        raise UserError(str(error)) from None


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
