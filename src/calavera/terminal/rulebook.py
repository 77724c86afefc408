"""The numbered rules, for reading."""

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from calavera.terminal.drawing import theme
from calavera.terminal.drawing.paper import Paper

_RULE: Final = re.compile(r"- \*\*(R[0-9]+)\*\* (.*)")
_MARKED: Final = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<soft>[^*]+)\*|`(?P<code>[^`]+)`")
_NUMBER_WIDTH: Final = 3


def rules_text() -> str:
    """The whole text of the rules."""
    return (files("calavera.rules") / "rules.md").read_text(encoding="utf-8")


def numbered_rules() -> dict[str, str]:
    """The text of each rule by its number, R1 to R42."""
    lines = rules_text().splitlines()
    return {found[1]: line for line in lines if (found := _RULE.fullmatch(line))}


def rule_numbered(name: str) -> str:
    """The text of a rule, given as R14, r14 or 14; raises ValueError if there is none."""
    rules = numbered_rules()
    number = f"R{name.upper().removeprefix('R')}"
    if number not in rules:
        raise ValueError(f"there is no rule {name}; the rules are R1 to R{len(rules)}")
    return rules[number]


def show_rules(console: Console, names: Sequence[str] = ()) -> None:
    """Print the rules with these numbers, or all rules; raises ValueError."""
    text = "\n".join(map(rule_numbered, names)) if names else rules_text()
    paper = Paper(console)
    if console.is_terminal:
        paper.put(*set_in_type(text))
    else:  # for a program: verbatim
        for line in text.splitlines():
            paper.put_unbroken(line)


def set_in_type(text: str) -> Iterator[RenderableType]:
    """The rules, formatted paragraph by paragraph."""
    for index, block in enumerate(_blocks(text)):
        rule = _RULE.fullmatch(block)
        if rule:
            yield _rule(rule[1], rule[2])
        elif block.startswith("#"):
            gap = "\n" if index else ""
            yield Text(f"{gap}{block.lstrip('# ')}", theme.MARIGOLD)
        else:
            yield _marked(block)


def _blocks(text: str) -> Iterator[str]:
    """Headings, rules and paragraphs, each on one line."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        if line and not line.startswith(("#", "- ")):
            paragraph.append(line.strip())
            continue
        if paragraph:
            yield " ".join(paragraph)
            paragraph = []
        if line:
            yield line


def _rule(number: str, text: str) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=_NUMBER_WIDTH, style=theme.COLD)
    grid.add_column()
    grid.add_row(number, _marked(text))
    return Padding(grid, (0, 0, 0, 2))


def _marked(text: str) -> Text:
    """A paragraph with its emphasis as styles instead of marks."""
    styles = {"strong": theme.STRONG, "soft": theme.SOFT, "code": theme.COLD}
    told = Text()
    end = 0
    for mark in _MARKED.finditer(text):
        kind = mark.lastgroup or "soft"
        told.append(text[end : mark.start()]).append(mark[kind], styles[kind])
        end = mark.end()
    return told.append(text[end:])
