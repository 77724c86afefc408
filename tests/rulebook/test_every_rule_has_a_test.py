"""The rulebook is complete: every numbered rule has a test named by it."""

import re
from importlib.resources import files
from pathlib import Path

RULES = files("calavera.rules").joinpath("rules.md").read_text(encoding="utf-8")
NUMBERS = [int(number) for number in re.findall(r"^- \*\*R(\d+)\*\*", RULES, re.MULTILINE)]
TESTS = [
    int(number)
    for file in sorted(Path(__file__).parent.glob("test_*.py"))
    for number in re.findall(r"^def test_R(\d+)_", file.read_text("utf-8"), re.MULTILINE)
]


def test_the_rules_are_numbered_from_1_to_42() -> None:
    assert sorted(NUMBERS) == list(range(1, 43))


def test_every_rule_has_a_test() -> None:
    assert set(NUMBERS) - set(TESTS) == set()


def test_every_test_has_a_rule() -> None:
    assert set(TESTS) - set(NUMBERS) == set()
