"""A server for benchmarks, without limits. Prints its port.

`python -m bench.live_server STORE [BUS] [--pace]`: with `--pace` bots and forced moves have their
usual delays, otherwise none.
"""

import asyncio
import sys

import uvloop

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import serve
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import AT_ONCE, Pace


async def main(pace: Pace, store: str, bus: str | None = None) -> None:
    """Serve until stopped."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda port: print(port.result(), flush=True))
    await serve(ServerConfig(port=0, store=store, bus=bus, pace=pace, limits=UNLIMITED), started)


if __name__ == "__main__":
    addresses = [each for each in sys.argv[1:] if each != "--pace"]
    uvloop.run(main(Pace() if "--pace" in sys.argv else AT_ONCE, *addresses))
