"""A game against bots on the whole screen."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from calavera.bots import Bot
from calavera.rules import Placement
from calavera.terminal.play.autosave import Autosave
from calavera.terminal.play.opening import open_game
from calavera.terminal.play.ports import Quit
from calavera.terminal.play.questions import ENTER, Key, Question
from calavera.terminal.play.session import FINISHED, INTERRUPTED, GameSession
from calavera.terminal.screen.gate import Gate, SessionApp
from calavera.terminal.screen.menu import ask_opponents
from calavera.terminal.screen.palette import Palette, palette_of_terminal

OVER: Final = Question("The game is over.", (Key(ENTER, "leave the table"),), {"": None})


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

    def session(gate: Gate) -> int:
        try:
            others = opponents or ask_opponents(gate, palette)
        except (Quit, KeyboardInterrupt):
            return INTERRUPTED
        opening = open_game(
            players=players,
            name=name,
            seed=seed,
            opponents=others,
            tribes=tribes,
            placement=placement,
        )
        gate.seat(opening.cast, opening.others)
        status = GameSession(opening.host, gate, gate, Autosave(record_path)).run()
        if opening.host.view.board.outcome is not None:
            gate.rest(OVER)
        return status

    # Wrong options are told before the screen is taken.
    open_game(players=players, name=name, tribes=tribes, placement=placement)
    app = SessionApp(palette, session, motion=motion, fast=fast)
    app.kept = _kept(record_path)
    return app


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
