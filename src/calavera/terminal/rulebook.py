"""The rules of the game, for reading."""

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from calavera.terminal import theme
from calavera.terminal.paper import Paper

_RULE: Final = re.compile(r"- \*\*(R[0-9]+)\*\* (.*)")
_MARKED: Final = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<soft>[^*]+)\*|`(?P<code>[^`]+)`")
_NUMBER_WIDTH: Final = 3


def show_rules(console: Console, numbers: Sequence[str] = ()) -> None:
    """Print the rules, or only those of some numbers; raises ValueError for one there is not."""
    paper = Paper(console)
    paper.put(*(rules(numbers) if numbers else rulebook()))


def rulebook() -> Iterator[RenderableType]:
    """The whole text, paragraph by paragraph."""
    for index, block in enumerate(_blocks()):
        rule = _RULE.fullmatch(block)
        if rule:
            yield _rule(rule[1], rule[2])
        elif block.startswith("#"):
            gap = "\n" if index else ""
            yield Text(f"{gap}{block.lstrip('# ')}", theme.MARIGOLD)
        else:
            yield _marked(block)


def rules(numbers: Sequence[str]) -> list[RenderableType]:
    """The rules of some numbers, as R24; raises ValueError for one there is not."""
    texts = {rule[1]: rule[2] for rule in map(_RULE.fullmatch, _blocks()) if rule}
    wanted = [number.strip().upper() for number in numbers]
    for number, asked in zip(wanted, numbers, strict=True):
        if number not in texts:
            raise ValueError(f"there is no rule {asked!r}; the rules are R1 to R{len(texts)}")
    return [_rule(number, texts[number]) for number in wanted]


def _blocks() -> Iterator[str]:
    """The text's headings, rules and paragraphs, each in one line."""
    paragraph: list[str] = []
    text = files("calavera.rules").joinpath("rules.md").read_text(encoding="utf-8")
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
    """A paragraph with its emphasis, the marks themselves taken out."""
    styles = {"strong": theme.STRONG, "soft": theme.SOFT, "code": theme.COLD}
    told = Text()
    end = 0
    for mark in _MARKED.finditer(text):
        kind = mark.lastgroup or "soft"
        told.append(text[end : mark.start()]).append(mark[kind], styles[kind])
        end = mark.end()
    return told.append(text[end:])
