"""The questions before a game: how strong the opponents are, and how they play."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from calavera.bots import BOTS, Bot, Strength
from calavera.bots.characters import TEMPERS
from calavera.terminal.play.opponents import opponents_of
from calavera.terminal.play.questions import ENTER, Key, Question
from calavera.terminal.screen.gate import Gate
from calavera.terminal.screen.palette import Palette

_LETTERS: Final = {"easy": "e", "medium": "m", "advanced": "a", "hard": "h", "expert": "x"}


def ask_opponents(gate: Gate, colours: Palette) -> tuple[type[Bot], ...]:
    """The opponents that the person chooses; raises Quit."""
    levels = [bot for bot in BOTS.values() if bot.strength is not Strength.YARDSTICK]
    lines = [(bot.strength.value, bot.nickname, bot.temper) for bot in levels]
    gate.show_words([*_title(colours), *_rows(lines, colours)])
    level = gate.ask(_levels(), lambda: None)
    lines = [(temper, nickname, plays) for temper, (_, nickname, plays) in TEMPERS.items()]
    gate.show_words([*_title(colours), *_rows(lines, colours)])
    temper = gate.ask(_tempers(level), lambda: None)
    return opponents_of(level, temper)


def _levels() -> Question[str]:
    keys = tuple(Key(letter, level) for level, letter in _LETTERS.items())
    return Question("How strong shall the others be?", keys, dict(keys), is_move=False)


def _tempers(level: str) -> Question[str | None]:
    keys = (Key(ENTER, "one of each"), *(Key(temper[0], temper) for temper in TEMPERS))
    answers = {"": None, **{temper[0]: temper for temper in TEMPERS}}
    return Question(f"{level.capitalize()}. And how shall they play?", keys, answers, is_move=False)


def _title(colours: Palette) -> list[Text]:
    """The name of the game."""
    return [
        Text.assemble(("✿   ✿   ✿   ", colours.marigold), ("☠", colours.red)),
        Text(),
        Text("S K U L L", colours.strong),
        Text("three flowers, one skull, and a straight face", colours.quiet),
        Text(),
    ]


def _rows(lines: Sequence[tuple[str, str, str]], colours: Palette) -> list[Text]:
    """What can be chosen, who plays like that, and how: columns of one width."""
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    styles = (colours.marigold, colours.strong, colours.text)
    return [
        Text.assemble(
            *((set_cell_size(word, width + 2), style)
              for word, width, style in zip(line, widths, styles, strict=True))
        )
        for line in lines
    ]  # fmt: skip
