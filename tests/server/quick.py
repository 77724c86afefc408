"""A server without limits and with quick bots: `python -m tests.server.quick PORT STORE [BUS]`."""

import logging
import sys

import uvloop

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import serve
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import Pace

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s: %(message)s")
    uvloop.run(
        serve(
            ServerConfig(
                port=int(sys.argv[1]),
                store=sys.argv[2],
                bus=sys.argv[3] if len(sys.argv) > 3 else None,
                limits=UNLIMITED,
                pace=Pace(50, 50, 200),
            )
        )
    )
