"""`calavera bot run`: a bot where its configuration wants it."""

import argparse
import logging
import sys
from typing import Final

from calavera.bots.loading import BotError, find_bot
from calavera.client.client import Client
from calavera.client.command import ClientCommandError, asked_name, end_like_ctrl_c, table_name
from calavera.client.errors import ClientError
from calavera.client.fleet.config import read_config
from calavera.client.fleet.fleet import Fleet
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
        name = table_name(kind) if config.name is None else asked_name(config.name, "name")
        with Client(
            config.server,
            token_file=config.token_file,
            name=name,
            patience=PATIENCE,
            report=logger.warning,
        ) as client:
            fleet = Fleet(client, kind, config)
            try:
                fleet.run()
            except KeyboardInterrupt:
                fleet.leave()
    except Refused as refused:
        raise ClientCommandError(f"{config.server} refuses: {refused}") from None
    except (BotError, ClientError, ValueError) as error:
        raise ClientCommandError(f"{options.config}: {error}") from None
    return 0
