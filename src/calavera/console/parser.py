"""The command-line parser: one-line errors with a suggestion."""

import argparse
import difflib
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from calavera.errors import UserError

_PASSWORD = re.compile(r"(?<=://)\S*@")
"""Credentials in a URL, which an error message must not quote."""


Commands = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def did_you_mean(word: str, known: Iterable[str], before: str = "") -> str:
    """A hint at the closest known word, if any is close."""
    close = difflib.get_close_matches(word.partition("=")[0], known, 1)
    return f"; did you mean {before}{close[0]}?" if close else ""


class CommandParser(argparse.ArgumentParser):
    """Reports errors in one line and accepts no abbreviated options."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **more})

    def parse_known_args(self, *args: Any, **more: Any) -> Any:
        options, unknown = super().parse_known_args(*args, **more)
        if unknown:
            hint = did_you_mean(unknown[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if isinstance(action, Commands) and value not in action.choices:
            hint = did_you_mean(value, action.choices)
            self.error(f"{value!r} is not a command{hint}")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        see = " See" if message.endswith("?") else "; see"
        raise UserError(f"{_PASSWORD.sub('…@', message)}{see} {self.prog} --help")
