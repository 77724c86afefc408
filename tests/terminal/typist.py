"""A player who only uses what the screen offers."""

import random
import re

from rich.console import Console

from tests.terminal.paper import written

LOOK_BACK = 2000
"""How many of the last characters on the screen it reads."""

_KEY = re.compile(r"(?:^|, )(\S+) = ")
_RANGE = re.compile(r"(\d+)-(\d+)")


class Typist:
    """Answers every question with one of the keys below it."""

    def __init__(self, console: Console, seed: int) -> None:
        self.asked = 0
        self._console = console
        self._rng = random.Random(seed)

    def __iter__(self) -> "Typist":
        return self

    def __next__(self) -> str:
        self.asked += 1
        return self._rng.choice([answer for key in self.keys() for answer in self._answers(key)])

    def keys(self) -> list[str]:
        """The keys of the last question, without help."""
        lines = written(self._console)[-LOOK_BACK:].splitlines()
        assert lines[-1].strip() == ">", "the prompt is at the end"
        end = next(i for i in range(len(lines) - 1, -1, -1) if lines[i].endswith("? = help"))
        start = next(i for i in range(end, -1, -1) if not lines[i].startswith("  "))
        return _KEY.findall(" ".join(" ".join(lines[start + 1 : end + 1]).split()))[:-1]

    def _answers(self, key: str) -> list[str]:
        numbers = _RANGE.fullmatch(key)
        if numbers:
            return [str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)][:3]
        return [""] if key == "Enter" else [key]
