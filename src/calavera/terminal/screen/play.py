"""A game against bots on the whole screen."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

from calavera.bots import Bot
from calavera.record import write_record
from calavera.rules import Placement
from calavera.terminal.play.autosave import Autosave, free_path, save_record
from calavera.terminal.play.host import Host
from calavera.terminal.play.opening import open_game
from calavera.terminal.play.ports import Quit
from calavera.terminal.play.questions import Key, Question
from calavera.terminal.play.session import FINISHED, INTERRUPTED, GameSession
from calavera.terminal.screen.gate import Gate, SessionApp
from calavera.terminal.screen.menu import ask_opponents
from calavera.terminal.screen.palette import Palette, palette_of_terminal


class After(Enum):
    """What the person does after a game."""

    AGAIN = "another game"
    STEPS = "step through it"
    SAVE = "save"
    LEAVE = "leave"


_KEYS: Final = {After.AGAIN: "n", After.STEPS: "v", After.SAVE: "s", After.LEAVE: "q"}


def game_app(  # noqa: PLR0913  # the options of a game
    *,
    players: int = 4,
    name: str = "You",
    seed: int | None = None,
    opponents: Sequence[type[Bot]] = (),
    tribes: int = 1,
    placement: Placement = Placement.SIMULTANEOUS,
    record_path: Path | None = None,
    fast: bool = False,
    motion: bool = True,
    colours: Palette | None = None,
) -> SessionApp:
    """The app of a game; without opponents it asks for them first."""
    palette = colours or palette_of_terminal()
    table = partial(open_game, players=players, name=name, tribes=tribes, placement=placement)

    def session(gate: Gate) -> int:
        try:
            others = opponents or ask_opponents(gate, palette)
        except (Quit, KeyboardInterrupt):
            return INTERRUPTED
        path = record_path
        opening = table(seed=seed, opponents=others)
        while True:
            gate.seat(opening.cast, opening.others)
            status = GameSession(opening.host, gate, gate, Autosave(path)).run()
            if opening.host.view.board.outcome is None or not _again(gate, opening.host, path):
                return status
            path = path and free_path(path)
            opening = table(opponents=others)

    table()  # wrong options are told before the screen is taken
    app = SessionApp(palette, session, motion=motion, fast=fast)
    app.kept = _kept(record_path)
    return app


def _again(gate: Gate, host: Host, path: Path | None) -> bool:
    """Whether the person wants another game; before that they may save this one or see it again."""
    possible = [after for after in After if after is not After.SAVE or path is None]
    with suppress(Quit, KeyboardInterrupt):
        while True:
            keys = tuple(Key(_KEYS[after], after.value) for after in possible)
            answers = {_KEYS[after]: after for after in possible}
            asked = Question("The game is over.", keys, answers, is_move=False)
            match gate.ask(asked, lambda: None):
                case After.SAVE:
                    possible.remove(After.SAVE)
                    name = Path(f"skull-{host.seed}.skull")
                    gate.say_unbroken(save_record(write_record(host.record()), name))
                case After.STEPS:
                    gate.step_through(host.record())
                case after:
                    return after is After.AGAIN
    return False


def live_app(
    session: Callable[[Gate, Gate], int],
    *,
    fast: bool = False,
    motion: bool = True,
    colours: Palette | None = None,
) -> SessionApp:
    """The app of a live table."""
    app = SessionApp(
        colours or palette_of_terminal(), lambda gate: session(gate, gate), motion=motion, fast=fast
    )
    app.kept = "In a game, a bot plays on for you."
    return app


def _kept(record_path: Path | None) -> str:
    if record_path is None:
        return "The game is not recorded."
    return f"The game so far is kept in {record_path}"


def run_app(app: SessionApp) -> int:
    """Run it, and say on the usual screen what is worth keeping; raises what the session raised."""
    status = app.run(mouse=True)
    for line in app.gate.last_words:
        print(line)
    if app.failed is not None:
        raise app.failed
    return FINISHED if status is None else status
