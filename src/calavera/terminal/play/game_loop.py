"""A whole game in the terminal, line by line, against bots.

Output scrolls; it never takes over the screen. Everything drawn comes from the person's own view
and from events as they saw them; the state stays with the host.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console

from calavera.bots import Bot
from calavera.rules import Placement
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.play.autosave import Autosave
from calavera.terminal.play.conversation import LinePerson
from calavera.terminal.play.keyboard import Keyboard
from calavera.terminal.play.opening import open_game
from calavera.terminal.play.pace import ReadingPace
from calavera.terminal.play.screen import LineScreen
from calavera.terminal.play.session import GameSession


def play_game(  # noqa: PLR0913  # the options of a game
    console: Console,
    *,
    players: int = 4,
    name: str = "You",
    seed: int | None = None,
    opponents: Sequence[type[Bot]] = (),
    tribes: int = 1,
    placement: Placement = Placement.SIMULTANEOUS,
    record_path: Path | None = None,
    fast: bool = False,
    lines: Iterable[str] | None = None,
) -> int:
    """Play a game and return an exit status, as `GameSession.run`.

    `lines` replace the keyboard. With `record_path`, the record with every secret is saved after
    every move. Raises ValueError for an invalid table, name or path before anything is shown.
    """
    opening = open_game(
        players=players,
        name=name,
        seed=seed,
        opponents=opponents,
        tribes=tribes,
        placement=placement,
    )
    paper, keyboard = Paper(console), Keyboard(lines)
    pace = ReadingPace(hurried=fast or not (keyboard.live and console.is_terminal))
    screen = LineScreen(paper, opening.cast, pace)
    person = LinePerson(paper, keyboard, opening.others)
    return GameSession(opening.host, screen, person, Autosave(record_path)).run()
