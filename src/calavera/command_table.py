"""The subcommands of `calavera`, as a table."""

import argparse
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.arena import arguments as arena
from calavera.client import arguments as client
from calavera.record import arguments as record
from calavera.server.commands import arguments as server
from calavera.solve import arguments as solve
from calavera.terminal import arguments as terminal
from calavera.terminal.puzzles import arguments as puzzles
from calavera.terminal.review import arguments as review
from calavera.train import arguments as train


class Command(NamedTuple):
    """A subcommand."""

    name: str
    """One word, or a group and a word."""

    help: str
    """A line for the list of commands."""

    run: str
    """The function that runs it: `module:function`."""

    describe: Callable[[argparse.ArgumentParser, Callable[[str], int]], None] | None = None
    """Adds its arguments; it is handed what reads a whole number."""

    description: str | None = None
    examples: str | None = None

    extra: str = ""
    """The extra of the package that it needs."""


GROUPS: Final = {
    "table": ("make a table on a server", client.TABLE),
    "store": ("back up, copy, check or purge a store of live tables", server.STORE),
    "puzzles": ("solve the puzzle of a day, or make new ones", puzzles.GROUP),
    "bot": ("have a bot play at a live table", client.BOT),
}
"""The help and the description of each group of commands."""

COMMANDS: Final = (
    Command("serve", "serve live tables to browsers and programs",
            "server.commands.serve:run_serve", server.describe_serve, server.SERVE,
            server.SERVE_EXAMPLES),
    Command("tables", "list live tables, or moderate them", "server.commands.admin:run_tables",
            server.describe_tables, server.TABLES, server.TABLES_EXAMPLES),
    Command("table new", "make a table and print its link", "client.command:run_table_new",
            client.describe_table_new, client.NEW, client.NEW_EXAMPLES),
    Command("doctor", "check whether this machine and configuration can run a server",
            "server.commands.doctor:run_doctor", server.describe_doctor, server.DOCTOR),
    Command("store copy", "copy everything into a new store",
            "server.commands.store:run_store_copy", server.describe_copy, server.STORE_COPY,
            server.STORE_EXAMPLES),
    Command("store backup", "write a backup", "server.commands.store:run_store_backup",
            server.describe_backup, server.STORE_BACKUP, server.STORE_BACKUP_EXAMPLES),
    Command("store purge", "delete what is old", "server.commands.store:run_store_purge",
            server.describe_purge, server.STORE_PURGE, server.STORE_PURGE_EXAMPLES),
    Command("store check", "look for damage", "server.commands.store:run_store_check",
            server.describe_check, server.STORE_CHECK, server.STORE_CHECK_EXAMPLES),
    Command("bot join", "sit down at a table and play", "client.command:run_bot_join",
            client.describe_bot_join, client.JOIN, client.JOIN_EXAMPLES),
    Command("bot run", "play at several tables, as a file says",
            "client.fleet.command:run_bot_run", client.describe_bot_run, client.RUN,
            client.RUN_EXAMPLES),
    Command("play", "play a game in the terminal", "terminal.command:run_play",
            terminal.describe_play, "Play a game against bots in this terminal."),
    Command("replay", "show a written game, or its last position as JSON",
            "terminal.records:run_replay", record.describe_replay),
    Command("draw", "draw a position, or the card of a finished game, as SVG",
            "drawing.command:run_draw", record.describe_draw, record.DRAW, record.DRAW_EXAMPLES),
    Command("review", "review a finished game: skill, luck and key moments",
            "terminal.review.command:run_review", review.describe_review, review.REVIEW,
            review.REVIEW_EXAMPLES),
    Command("puzzles show", "show the puzzle of a day", "terminal.puzzles.command:run_show",
            puzzles.describe_show, puzzles.SHOW),
    Command("puzzles make", "make puzzles out of games of bots",
            "terminal.puzzles.command:run_make", puzzles.describe_make, puzzles.MAKE),
    Command("perft", "count the ways a game can go on", "terminal.records:run_perft",
            record.describe_perft),
    Command("verify", "check the dice of a live table's games", "terminal.records:run_verify",
            record.describe_verify),
    Command("bots", "list the built-in bots", "terminal.command:run_bots", None,
            "List the built-in bots, from the weakest to the strongest."),
    Command("arena", "play a match between bots", "arena.command:run_arena",
            arena.describe_arena, arena.ARENA, arena.ARENA_EXAMPLES),
    Command("stats", "count what happened in many records", "arena.stats.command:run_stats",
            arena.describe_stats, arena.STATS),
    Command("solve", "solve positions of two players, with proof",
            "solve.command:run_solve", solve.describe_solve, solve.SOLVE, solve.SOLVE_EXAMPLES,
            extra="research"),
    Command("train", "train a network to play by self-play", "train.command:run_train",
            train.describe_train, train.TRAIN, train.TRAIN_EXAMPLES, extra="train"),
    Command("rules", "print the rules with their numbers", "terminal.command:run_rules",
            terminal.describe_rules, "Print the rules of Skull."),
    Command("schema", "print the JSON Schema of actions, events and views",
            "terminal.records:run_schema", None,
            "Print the JSON Schema of actions, events and views."),
    Command("completion", "print a script for completion in bash, zsh or fish",
            "completion:run_completion", terminal.describe_completion, terminal.COMPLETION,
            terminal.COMPLETION_EXAMPLES),
)  # fmt: skip
