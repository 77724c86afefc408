"""Keeps the tokens of a program, one for each server: who has the token has the seats."""

import json
import os
from pathlib import Path


class TokenFile:
    """A small JSON file that only its owner can read."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def get(self, server: str) -> str | None:
        return self._all().get(server)

    def put(self, server: str, token: str) -> None:
        tokens = {**self._all(), server: token}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(tokens, file, indent=2)
        draft.replace(self._path)

    def _all(self) -> dict[str, str]:
        try:
            tokens = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise ValueError(f"{self._path} is not a file of tokens") from None
        if not isinstance(tokens, dict):
            raise ValueError(f"{self._path} is not a file of tokens")
        return tokens
