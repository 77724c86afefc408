"""Keeps the tokens of a program, one for each server: whoever has the token has the seats."""

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
        replace_file(self._path, json.dumps({**self._all(), server: token}, indent=2))

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


def replace_file(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)
