"""A server of a cluster that sends before it stores: `cluster_faults` has to catch it."""

import asyncio
import runpy

from calavera.server.stores.postgres.store import PostgresStore
from calavera.server.stores.sql import Append

_honest = PostgresStore._commit
DELAY = 0.2


async def _hasty(self: PostgresStore, together: list[Append]) -> list[Exception | None]:
    for one in together:
        one.done(None)
    await asyncio.sleep(DELAY)
    await _honest(self, [one._replace(done=lambda error: None) for one in together])
    together[:] = [one._replace(done=lambda error: None) for one in together]
    return [None] * len(together)


if __name__ == "__main__":
    PostgresStore._commit = _hasty  # type: ignore[method-assign]
    runpy.run_module("tests.server.quick", run_name="__main__")
