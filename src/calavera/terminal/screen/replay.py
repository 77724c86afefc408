"""A recorded game, step by step, from any viewpoint."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rich.text import Text

from calavera.record import Record, first_position, seen_by
from calavera.record.position import steps
from calavera.rules import PUBLIC, Player, seat_letter
from calavera.rules.events import GameEnded, RoundBegan
from calavera.terminal.drawing.cast import Cast, cast_of
from calavera.terminal.drawing.sentences import listed, tell, tell_outcome
from calavera.terminal.screen.app import TableApp
from calavera.terminal.screen.palette import Palette, palette_of_terminal
from calavera.terminal.screen.scene import Scene, scene_of


class Step(NamedTuple):
    """The table after one event, with what is said of it."""

    scene: Scene
    told: Text


class Viewpoint(NamedTuple):
    """Somebody who looks at the game."""

    name: str
    """What they see."""
    cast: Cast
    steps: tuple[Step, ...]


def viewpoints(record: Record) -> list[Viewpoint]:
    """Everything that the record tells, then what the public and each player saw."""
    cast = cast_of(record.setup, record.names)
    found = [Viewpoint("all that the record tells", cast, tuple(_steps(record, cast)))]
    public = cast_of(record.setup, record.names, ())
    found.append(
        Viewpoint("what the public saw", public, tuple(_steps(seen_by(record, PUBLIC), public)))
    )
    for player in map(Player, range(record.setup.players)):
        viewer = record.setup.viewer(player)
        own = cast_of(record.setup, record.names, viewer.seats)
        letters = listed([seat_letter(seat) for seat in viewer.seats])
        seen = tuple(_steps(seen_by(record, viewer), own))
        found.append(Viewpoint(f"what {letters} {cast.names[player]} saw", own, seen))
    return found


def _steps(record: Record, cast: Cast) -> Iterator[Step]:
    position = first_position(record.setup, record.first)
    scene = scene_of(position, {}, None)
    yield Step(scene, Text(f"Round 1. {cast.does(record.first, 'begin')}.", "bold"))
    for move in record.moves:
        for event, following in steps(position, move):
            scene = scene_of(following, scene.bids, event)
            if isinstance(event, RoundBegan):
                said = f"Round {event.number}. {cast.does(event.first, 'begin')}."
                told = Text(said, "bold")
            elif isinstance(event, GameEnded):
                told = Text(tell_outcome(event.outcome, cast), "bold")
            else:
                told = tell(event, position.board, following.board, cast)
            yield Step(scene, told)
            position = following


class Stepper:
    """Steps through a game on a table."""

    FOOT: Final = "← → step   ↑ ↓ round   Home End   V viewpoint   L log   Q leave"

    def __init__(self, app: TableApp, seen: Sequence[Viewpoint]) -> None:
        self._app = app
        self._seen = seen
        self._viewpoint = 0
        self.at = 0
        """The step that is shown."""

    @property
    def viewpoint(self) -> Viewpoint:
        """Whose view is shown."""
        return self._seen[self._viewpoint]

    def press(self, key: str) -> bool:
        """Step, or look from elsewhere; false for a key that means nothing here."""
        last = len(self.viewpoint.steps) - 1
        match key:
            case "right" | "space" | "enter":
                self._go(self.at + 1)
            case "left" | "backspace":
                self._go(self.at - 1)
            case "down" | "pagedown":
                self._go(next((at for at in self._rounds() if at > self.at), last))
            case "up" | "pageup":
                self._go(next((at for at in reversed(self._rounds()) if at < self.at), 0))
            case "home":
                self._go(0)
            case "end":
                self._go(last)
            case "v" | "tab":
                self._look(1)
            case "shift+tab":
                self._look(-1)
            case _:
                return False
        return True

    def _rounds(self) -> list[int]:
        """Where each round begins."""
        rounds = [step.scene.board.round for step in self.viewpoint.steps]
        return [0, *(at for at, (one, other) in enumerate(pairwise(rounds), 1) if one != other)]

    def _go(self, to: int) -> None:
        self.at = max(0, min(len(self.viewpoint.steps) - 1, to))
        self.show()

    def _look(self, by: int) -> None:
        self._viewpoint = (self._viewpoint + by) % len(self._seen)
        self.show()

    def show(self) -> None:
        """Show the step."""
        app, viewpoint = self._app, self.viewpoint
        step = viewpoint.steps[self.at]
        app.show_scene(step.scene, viewpoint.cast)
        app.show_head(f"Skull · round {step.scene.board.round}")
        app.set_log([one.told for one in viewpoint.steps[: self.at + 1]])
        many = len(viewpoint.steps) - 1
        app.show_idle(f"Step {self.at} of {many}: {viewpoint.name}")


class ReplayApp(TableApp):
    """Steps through a recorded game."""

    TITLE = "calavera replay"

    def __init__(self, seen: Sequence[Viewpoint], colours: Palette) -> None:
        super().__init__(colours)
        self.stepper = Stepper(self, seen)

    def on_mount(self) -> None:
        """Show the beginning."""
        super().on_mount()
        self.stepper.show()

    def foot(self) -> str:
        """The keys of a replay."""
        return Stepper.FOOT

    def pressed(self, key: str) -> bool:
        """Step; all but the log means nothing here."""
        if key == "q":
            self.exit(0)
        return self.stepper.press(key) or key != "l"


def replay_app(record: Record, colours: Palette | None = None) -> ReplayApp:
    """The app that shows a record."""
    return ReplayApp(viewpoints(record), colours or palette_of_terminal())
