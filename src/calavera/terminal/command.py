"""`calavera play` as a command: options in, a game and a status out."""

import argparse

from calavera.rules import Placement
from calavera.terminal.arguments import players_asked_for
from calavera.terminal.console import PlainConsole
from calavera.terminal.game import play_game
from calavera.terminal.opponents import opponents_named, opponents_of


def run_play(options: argparse.Namespace) -> int:
    """Play a game; raises ValueError for anything that cannot be."""
    if options.record is not None and options.record.exists():
        raise ValueError(f"{options.record}: there is a file already; choose another name")
    return play_game(
        PlainConsole(),
        players=players_asked_for(options.players, len(options.against)),
        name=options.name,
        seed=options.seed,
        opponents=opponents_named(options.against) or opponents_of(options.level),
        tribes=options.tribes,
        placement=Placement(options.placement),
        record_path=options.record,
        fast=options.fast,
    )
