"""`calavera bot run`: a bot where its configuration wants it."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from calavera.bots.loading import BotError, find_bot
from calavera.client.client import Client
from calavera.client.command import ClientCommandError, asked_name, end_like_ctrl_c, table_name
from calavera.client.errors import ClientError
from calavera.client.fleet.claim import claimed
from calavera.client.fleet.config import ConfigError, FleetConfig, read_config
from calavera.client.fleet.fleet import Fleet
from calavera.client.fleet.memory import Memory
from calavera.console.parser import did_you_mean
from calavera.protocol.reasons import Refused

PATIENCE: Final = 600.0
"""Seconds to reach a server that is away, before a table is tried anew."""


def run_bot_run(options: argparse.Namespace) -> int:
    """Play until Ctrl-C, or until there is nothing left to play at."""
    config = read_config(options.config)
    logging.basicConfig(
        stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.INFO, force=True
    )
    logger = logging.getLogger("calavera.bot")
    try:
        kind = find_bot(config.bot)
        end_like_ctrl_c()
        name = (
            table_name(kind)
            if config.name is None
            else asked_name(config.name, f"{options.config}: name")
        )
        with (
            claimed(config.token_file),
            Client(
                config.server,
                token_file=config.token_file,
                name=name,
                patience=PATIENCE,
                report=logger.warning,
            ) as client,
        ):
            _check_bots(options.config, config, [line.name for line in client.bots()])
            logger.info("%s at %s: at most %d tables", config.bot, client.server, config.tables)
            fleet = Fleet(client, kind, config, Memory(config.token_file, client.server))
            try:
                fleet.run()
            except KeyboardInterrupt:
                fleet.leave()
            else:
                if not fleet.has_joined:
                    raise ClientCommandError(f"{options.config}: no table could be joined")
    except Refused as refused:
        raise ClientCommandError(f"{config.server} refuses: {refused}") from None
    except (BotError, ClientError, ValueError) as error:
        raise ClientCommandError(f"{options.config}: {error}") from None
    return 0


def _check_bots(path: Path, config: FleetConfig, known: Sequence[str]) -> None:
    """Raise ConfigError for a bot that the server cannot seat."""
    for number, table in enumerate(config.open):
        for bot in table.bots:
            if bot not in known:
                hint = did_you_mean(bot, known) or f"; it has {', '.join(known)}"
                raise ConfigError(
                    f'{path}: open[{number}].bots = "{bot}": the server has no such bot{hint}'
                )
