"""The tables at which a bot sits, in a file beside its tokens: the next run finds them again."""

import json
import threading
from pathlib import Path
from typing import Final

from calavera.client.token_file import replace_file

SUFFIX: Final = ".tables.json"


class Memory:
    """The codes of tables at one server; forgets them with the program where there is no file."""

    def __init__(self, token_file: Path | None, server: str) -> None:
        self._path = None if token_file is None else token_file.with_suffix(SUFFIX)
        self._server = server
        self._lock = threading.Lock()
        self._all: dict[str, list[str]] = {} if self._path is None else _read(self._path)

    @property
    def codes(self) -> tuple[str, ...]:
        """The tables, the oldest first."""
        return tuple(self._all.get(self._server, ()))

    def keep(self, code: str) -> None:
        """Note a table before the bot sits down there."""
        self._change(code, kept=True)

    def forget(self, code: str) -> None:
        """The bot has nothing to come back to there."""
        self._change(code, kept=False)

    def _change(self, code: str, *, kept: bool) -> None:
        with self._lock:
            if (code in self.codes) == kept:
                return
            others = [one for one in self.codes if one != code]
            self._all[self._server] = [*others, code] if kept else others
            if self._path is not None:
                replace_file(self._path, json.dumps(self._all, indent=2))


def _read(path: Path) -> dict[str, list[str]]:
    try:
        tables = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        tables = None
    if not isinstance(tables, dict) or not all(isinstance(one, list) for one in tables.values()):
        raise ValueError(f"{path} is not a file of tables")
    return tables
