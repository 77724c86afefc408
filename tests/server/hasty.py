"""A server that sends before it stores: `faults` has to catch it.

`python -m tests.server.hasty serve …` is `calavera serve …` with that bug.
"""

import sys
import time
from collections.abc import Callable

from calavera.cli import main
from calavera.server.stores.sql import Append
from calavera.server.stores.sqlite.store import SqliteStore, _answer, _Call

_honest = SqliteStore._commit
DELAY = 0.2


def _hasty(self: SqliteStore, together: list[Append | _Call]) -> list[Callable[[], None]]:
    if not all(isinstance(item, Append) for item in together):
        return _honest(self, together)
    self._call_back([_answer(item, None, None) for item in together])
    time.sleep(DELAY)
    _honest(self, together)
    return []


if __name__ == "__main__":
    SqliteStore._commit = _hasty  # type: ignore[method-assign]
    sys.exit(main())
