"""The questions before a game: how strong the opponents are, and how they play."""

from typing import Final

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
    gate.show_words(_title(colours))
    level = gate.ask(_levels(), lambda: None)
    temper = gate.ask(_tempers(level), lambda: None)
    return opponents_of(level, temper)


def _levels() -> Question[str]:
    keys = tuple(Key(_LETTERS[level], level) for level in _names())
    text = "How strong shall the others be?"
    return Question(text, keys, {_LETTERS[level]: level for level in _names()})


def _tempers(level: str) -> Question[str | None]:
    keys = (Key(ENTER, "one of each"), *(Key(temper[0], temper) for temper in TEMPERS))
    answers = {"": None, **{temper[0]: temper for temper in TEMPERS}}
    return Question(f"{level.capitalize()}. And how shall they play?", keys, answers)


def _names() -> list[str]:
    return [level.value for level in Strength if level is not Strength.YARDSTICK]


def _title(colours: Palette) -> list[Text]:
    """The name of the game, and who can be met."""
    lines = [
        Text.assemble(("✿   ✿   ✿   ", colours.marigold), ("☠", colours.red)),
        Text(),
        Text("S K U L L", colours.strong),
        Text("three flowers, one skull, and a straight face", colours.quiet),
        Text(),
    ]
    for bot in BOTS.values():
        if bot.strength is not Strength.YARDSTICK:
            words = Text(f"{bot.strength.value:<10}", colours.marigold)
            words.append(f"{bot.nickname:<11}", colours.strong)
            lines.append(words.append(f"{bot.temper:<55}", colours.text))
    return lines
