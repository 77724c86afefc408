"""A server to be measured: no limits; bots and forced moves at once, or with `--pace` as usual.

Prints its port.
"""

import asyncio
import sys

import uvloop

from calavera.server.house import Plan
from calavera.server.limits import UNLIMITED
from calavera.server.serve import serve
from calavera.table.automation import AT_ONCE, Pace


async def main(store: str, pace: Pace) -> None:
    """Serve until told to stop."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda port: print(port.result(), flush=True))
    await serve(Plan(port=0, store=store, pace=pace, limits=UNLIMITED), started)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], Pace() if "--pace" in sys.argv else AT_ONCE))
