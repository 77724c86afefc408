"""The numbered rules, for reading in a terminal."""

import re
from importlib.resources import files
from typing import Final

from rich.console import Console
from rich.markdown import Markdown

_RULE: Final = re.compile(r"^- \*\*(R[0-9]+)\*\*", re.MULTILINE)


def rules_text() -> str:
    """The whole text of the rules."""
    return (files("calavera.rules") / "rules.md").read_text(encoding="utf-8")


def numbered_rules() -> dict[str, str]:
    """Each rule's line by its number, R1 to R42."""
    lines = rules_text().splitlines()
    return {found[1]: line for line in lines if (found := _RULE.match(line))}


def rule_numbered(name: str) -> str:
    """The line of a rule called R14, r14 or 14; raises ValueError where there is none."""
    rules = numbered_rules()
    number = f"R{name.upper().removeprefix('R')}"
    if number not in rules:
        raise ValueError(f"there is no rule {name}: they are numbered R1 to R{len(rules)}")
    return rules[number]


def show_rules(console: Console, names: list[str]) -> None:
    """Print the rules of these numbers, all of them where none is given; raises ValueError."""
    text = "\n".join(map(rule_numbered, names)) if names else rules_text()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.out(text, highlight=False)
