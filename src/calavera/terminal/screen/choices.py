"""What the person can press: a question's answers as keys, buttons and mats."""

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from calavera.rules import Bid, Flip, NameFirst, Pick, Seat
from calavera.terminal.play.questions import ENTER, Question

_RANGE: Final = re.compile(r"(\d+)(?:-(\d+))?")
_KEYS: Final = {ENTER: "enter", "show": "s", "end": "e"}


class Option(NamedTuple):
    """One answer."""

    key: str
    """What is pressed: a letter, digits, `enter`."""
    typed: str
    """What it is in line mode."""
    label: str
    """What it does, in a word or two."""
    answer: Any
    seat: Seat | None = None
    """The mat that stands for it."""

    @property
    def is_number(self) -> bool:
        """Whether it is one of several numbers."""
        return self.key.isdigit()


@dataclass(frozen=True, slots=True)
class Choices:
    """The answers to a question, and which of them is selected."""

    question: Question[Any]
    options: tuple[Option, ...]
    chosen: Option | None = None
    typed: str = ""
    """Digits typed so far."""

    @property
    def numbers(self) -> tuple[Option, ...]:
        """The numbers among them."""
        return tuple(option for option in self.options if option.is_number)

    @property
    def mats(self) -> tuple[Option, ...]:
        """The mats among them, in the order of the seats."""
        return tuple(option for option in self.options if option.seat is not None)

    def select(self, option: Option | None) -> "Choices":
        """With an option selected, or none."""
        return Choices(self.question, self.options, option)

    def press(self, key: str) -> "Choices | None":
        """After a key; none if it does nothing here."""
        if key.isdigit():
            return self._digit(key)
        for option in self.options:
            if option.key == key and key != "enter":
                return self.select(option)
        return None

    def _digit(self, digit: str) -> "Choices | None":
        """Another digit of a number, or the first one of a new one."""
        for typed in (self.typed + digit, digit):
            exact = next((option for option in self.numbers if option.key == typed), None)
            if exact or any(option.key.startswith(typed) for option in self.numbers):
                return Choices(self.question, self.options, exact, typed)
        return None

    @property
    def may_grow(self) -> bool:
        """Whether another digit would make another number."""
        return bool(self.typed) and any(
            option.key != self.typed and option.key.startswith(self.typed)
            for option in self.numbers
        )

    def step(self, by: int) -> "Choices | None":
        """The next mat or number, clockwise or upwards; none where there is nothing to go to."""
        ring = self.mats or self.numbers
        if not ring:
            return None
        if self.chosen not in ring:
            return self.select(ring[0] if by > 0 else ring[-1])
        return self.select(ring[(ring.index(self.chosen) + by) % len(ring)])

    def by_default(self) -> Option | None:
        """What Enter means while nothing is selected."""
        plain = next((option for option in self.options if option.key == "enter"), None)
        only = self.options[0] if self.question.is_move and len(self.options) == 1 else None
        return plain or only

    def at(self, seat: Seat) -> Option | None:
        """The option of a mat."""
        return next((option for option in self.options if option.seat == seat), None)


def choices_of(question: Question[Any]) -> Choices:
    """The choices that a question offers."""
    options: list[Option] = []
    for typed, meaning in question.keys:
        found = _RANGE.fullmatch(typed)
        if found:
            numbers = range(int(found[1]), int(found[2] or found[1]) + 1)
            options += [_number(question, number, meaning) for number in numbers]
        elif typed == ENTER:
            options.append(Option("enter", typed, meaning, question.answers[""]))
        else:
            answer = question.answers[typed]
            if isinstance(answer, Flip):
                options.append(Option(typed, typed, meaning, answer, answer.mat))
            elif isinstance(answer, NameFirst):
                options.append(Option(typed, typed, meaning, answer, answer.seat))
            else:
                options.append(Option(_KEYS.get(typed, typed), typed, meaning, answer))
    return Choices(question, tuple(options))


def _number(question: Question[Any], number: int, meaning: str) -> Option:
    answer = question.answers[str(number)]
    if isinstance(answer, Bid):
        meaning = f"raise to {number}" if "raise" in meaning else f"challenge with {number}"
    elif isinstance(answer, Pick):
        meaning = f"take disc {number}"
    return Option(str(number), str(number), meaning, answer)
