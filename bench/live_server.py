"""A server to be measured: no limits. Prints its port.

`python -m bench.live_server STORE [BUS] [--pace]`: with `--pace` bots and forced moves take the
time they usually do, else none.
"""

import asyncio
import sys

import uvloop

from calavera.server.house import Plan
from calavera.server.limits import UNLIMITED
from calavera.server.serve import serve
from calavera.table.automation import AT_ONCE, Pace


async def main(pace: Pace, store: str, bus: str | None = None) -> None:
    """Serve until told to stop."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda port: print(port.result(), flush=True))
    await serve(Plan(port=0, store=store, bus=bus, pace=pace, limits=UNLIMITED), started)


if __name__ == "__main__":
    addresses = [each for each in sys.argv[1:] if each != "--pace"]
    uvloop.run(main(Pace() if "--pace" in sys.argv else AT_ONCE, *addresses))
