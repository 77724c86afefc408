"""The screen of a table: what it shows, and what keys and clicks do there."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.filter import LineFilter, NoColor
from textual.timer import Timer
from textual.widgets import Static

from calavera.terminal.drawing.cast import Cast
from calavera.terminal.rulebook import rules_text, set_in_type
from calavera.terminal.screen.choices import Choices, Option
from calavera.terminal.screen.painted import ChoiceBar, LogView, TableView
from calavera.terminal.screen.palette import FULL, NONE, Palette
from calavera.terminal.screen.scene import Scene
from calavera.terminal.screen.seating import LEAST_HEIGHT, LEAST_WIDTH
from calavera.terminal.screen.sheets import Leaving, Sheet, Talking, key_lines
from calavera.terminal.screen.table import Marks

GRACE: Final = 1.2
"""Seconds in which a selection can be taken back before it is sent."""

WIDE: Final = 116
"""Columns from which on the log stands beside the table."""

_STEPS: Final = {"left": -1, "up": 1, "right": 1, "down": -1, "tab": 1, "shift+tab": -1}


class TableApp(App[int]):
    """A table with a log and a row of choices. Everything that it shows was handed to it."""

    TITLE = "calavera play"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "leave at once", priority=True, show=False),
        Binding("ctrl+q", "interrupt", "leave at once", priority=True, show=False),
    ]
    CSS = """
    Screen { background: $ground; color: $ink; layers: base over; }
    #head { height: 1; }
    #middle { height: 1fr; }
    #table { width: 1fr; height: 1fr; }
    #beside { width: 36; height: 1fr; display: none; }
    #low { height: auto; }
    #below { height: 3; }
    #choices { height: 4; }
    .wide #beside { display: block; }
    .wide #below { display: none; }
    #small { layer: over; display: none; width: 100%; height: 100%; background: $ground;
             color: $ink; content-align: center middle; text-align: center; }
    .small #small { display: block; }
    ModalScreen { align: center middle; background: $veil; }
    #sheet { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 1 2;
             background: $sheet; color: $ink; border: round $line;
             border-title-color: $line; border-title-style: bold; border-subtitle-color: $ink; }
    #sheet.small { width: 50; }
    #sheet-body { height: auto; max-height: 100%; padding-right: 1; scrollbar-size-vertical: 1;
                  scrollbar-color: $line; scrollbar-background: $sheet; }
    #sheet-input { margin-top: 1; height: 1; border: none; padding: 0; background: $line 20%;
                   color: $ink; }
    """

    def __init__(self, colours: Palette, *, motion: bool = True, grace: float = GRACE) -> None:
        self.colours = colours
        self.motion = motion
        super().__init__(ansi_color=colours is not FULL)
        if colours is not FULL:
            self.theme = "ansi-dark"
        self._grace = grace
        self._timer: Timer | None = None
        self.others: Sequence[str] = ()
        self.talk: Callable[[str], None] | None = None
        """Says something to the others; takes a moment."""
        self.hints = False
        """Whether there are hints on the question that is open."""
        self.kept = ""
        """What is said of the game when the person wants to leave."""

    def get_css_variables(self) -> dict[str, str]:
        """Our colours for what is not drawn by hand."""
        plain = self.colours is not FULL
        line = "ansi_default" if self.colours is NONE else "ansi_yellow"
        ours = {
            "ground": "ansi_default" if plain else "#15121a",
            "ink": "ansi_default" if plain else "#ece4d4",
            "sheet": "ansi_default" if plain else "#221d29",
            "line": line if plain else "#f0a929",
            "veil": "ansi_default" if plain else "#15121a 60%",
        }
        return {**super().get_css_variables(), **ours}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colours there are none in texts and scroll bars either."""
        filters = super().get_line_filters()
        return [*filters, NoColor()] if self.colours is NONE else filters

    def compose(self) -> ComposeResult:
        yield ChoiceBar(self.colours, "head")
        with Horizontal(id="middle"):
            yield TableView(self.colours, "table")
            yield LogView(self.colours, "beside")
        with Vertical(id="low"):
            yield LogView(self.colours, "below")
            yield ChoiceBar(self.colours, "choices")
        yield Static("", id="small", markup=False)

    def on_mount(self) -> None:
        """Say which keys there are."""
        self.bar.foot = self.foot()

    def foot(self) -> str:
        """The keys that always work, as far as there is anything behind them."""
        hint = "   H hint" if self.hints else ""
        others = "   W the others" if self.others else ""
        talk = "   T talk" if self.talk else ""
        return f"? keys{hint}   L log   R rules{others}{talk}   Q leave"

    # What it shows.

    @property
    def table(self) -> TableView:
        """The table."""
        return self.screen_stack[0].query_one("#table", TableView)

    @property
    def bar(self) -> ChoiceBar:
        """The choices."""
        return self.screen_stack[0].query_one("#choices", ChoiceBar)

    @property
    def head(self) -> ChoiceBar:
        """The line at the top."""
        return self.screen_stack[0].query_one("#head", ChoiceBar)

    @property
    def told(self) -> Sequence[Text]:
        """The whole log."""
        return self.screen_stack[0].query_one("#below", LogView).told

    def on_resize(self, event: events.Resize) -> None:
        """Lay everything out again."""
        width, height = event.size
        base = self.screen_stack[0]
        base.set_class(width >= WIDE, "wide")
        small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        base.set_class(small, "small")
        words = (
            f"The table needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows;\n"
            f"this terminal has {width} and {height}. Enlarge it,\n"
            "or leave with Q and play with --plain."
        )
        base.query_one("#small", Static).update(words if small else "")

    @property
    def _is_small(self) -> bool:
        """Whether there is no room for the table."""
        return self.screen_stack[0].has_class("small")

    def show_scene(self, scene: Scene, cast: Cast) -> None:
        """Show a scene of the game."""
        self.table.scene, self.table.cast = scene, cast
        self.table.repaint()

    def show_words(self, lines: Iterable[Text]) -> None:
        """Show words instead of a table, while there is no game."""
        self.table.scene, self.table.words = None, tuple(lines)
        self.table.repaint()

    def show_head(self, text: str) -> None:
        """The line above the table."""
        self.head.idle = text
        self.head.repaint()

    def show_idle(self, text: str) -> None:
        """What is shown in place of a question."""
        self.bar.idle = text
        self.bar.repaint()

    def tell(self, line: Text) -> None:
        """A line of the log."""
        for log in self.screen_stack[0].query(LogView):
            log.tell(line)

    def set_log(self, lines: Sequence[Text]) -> None:
        """Another log."""
        for log in self.screen_stack[0].query(LogView):
            log.told = [*lines]
            log.repaint()

    def show_sheet(self, title: str, body: Sequence[Any], *, at_end: bool = False) -> None:
        """Lay a text over the table."""
        self.push_screen(Sheet(title, body, at_end=at_end))

    def show_advice(self, title: str, body: Sequence[Any]) -> None:
        """Lay a text over the table until the question is answered or the text put away."""
        self.push_screen(Sheet(title, body, is_advice=True))

    # Choosing.

    def offer(self, choices: Choices | None, *, hints: bool = False) -> None:
        """Ask something, or nothing."""
        self._stop_timer()
        self.hints = hints
        self.bar.foot = self.foot()
        self._show_choices(choices)

    def _show_choices(self, choices: Choices | None) -> None:
        self.bar.choices = choices
        self.bar.repaint()
        mats = (
            {option.seat for option in choices.mats if option.seat is not None} if choices else ()
        )
        chosen = choices.chosen.seat if choices and choices.chosen else None
        self.table.marks = Marks(mats, chosen)
        self.table.repaint()

    def chose(self, option: Option) -> None:
        """Answer the question; a subclass sends it on."""

    def leave(self, *, at_once: bool = False) -> None:
        """The person wants to go; a subclass sees to it."""
        self.exit(0)

    def skip(self) -> None:
        """The person does not want to wait."""

    def hint(self) -> None:
        """The person asks for a hint."""

    def _press(self, choices: Choices | None) -> None:
        """After a key that selects: it is sent after a moment, unless it is taken back."""
        if choices is None:
            return
        self._stop_timer()
        self._show_choices(choices)
        if choices.chosen is not None:
            if choices.may_grow or (self._grace and choices.question.is_move):
                self._timer = self.set_timer(self._grace or GRACE, self._send)
            else:
                self._send()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _send(self) -> None:
        """Send what is selected."""
        self._stop_timer()
        choices = self.bar.choices
        if choices is None:
            return
        option = choices.chosen or choices.by_default()
        if option is not None:
            self.offer(None)
            self.chose(option)

    def _take_back(self) -> None:
        self._stop_timer()
        if self.bar.choices is not None:
            self._show_choices(self.bar.choices.select(None))

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        """A single key, without Enter."""
        key = event.key
        if event.character and event.character.isprintable() and key != "space":
            key = event.character.lower()
        if len(self.screen_stack) > 1:
            if not (
                isinstance(self.screen, Sheet) and self.screen.is_advice and self._answers(key)
            ):
                return
            self.pop_screen()
        event.prevent_default()
        if self._is_small and key != "q":
            return  # nobody plays what they cannot see
        if not self.pressed(key):
            deed = self._deeds().get(key)
            if deed is not None:
                deed()

    def _answers(self, key: str) -> bool:
        """Whether a key selects an answer to the question that is open."""
        return self.bar.choices is not None and self.bar.choices.press(key) is not None

    def pressed(self, key: str) -> bool:
        """What a key means for the question that is open; false if nothing."""
        choices = self.bar.choices
        if choices is None:
            if key in ("space", "enter"):
                self.skip()
                return True
            return False
        if key == "enter":
            self._send()
            return True
        if key in _STEPS:
            self._stop_timer()
            stepped = choices.step(_STEPS[key])
            if stepped is not None:
                self._show_choices(stepped)
            return True
        following = choices.press(key)
        self._press(following)
        return following is not None

    def _deeds(self) -> dict[str, Callable[[], None]]:
        return {
            "u": self._take_back, "backspace": self._take_back, "escape": self._take_back,
            "h": self.hint, "space": self.skip, "q": self._ask_to_leave,
            "?": lambda: self.show_sheet("Keys", key_lines(self._idle_keys())),
            "w": self._show_others, "t": self._ask_to_talk,
            "l": lambda: self.show_sheet("What happened", [*self.told], at_end=True),
            "r": lambda: self.show_sheet("The rules", [*set_in_type(rules_text())]),
        }  # fmt: skip

    def _idle_keys(self) -> set[str]:
        """The keys that have nothing behind them now."""
        behind = {"H": self.hints, "W": self.others, "T": self.talk}
        return {key for key, something in behind.items() if not something}

    def _ask_to_talk(self) -> None:
        def answered(text: str | None) -> None:
            if text and self.talk is not None:
                self.run_worker(partial(self.talk, text), thread=True)

        if self.talk is not None:
            self.push_screen(Talking(), answered)

    def _show_others(self) -> None:
        if self.others:
            self.show_sheet("The others", [*map(Text, self.others)])

    def on_click(self, event: events.Click) -> None:
        """A click on a mat or on a button."""
        if self._is_small:
            return
        if len(self.screen_stack) > 1 or self.bar.choices is None:
            if len(self.screen_stack) == 1:
                self.skip()
            return
        choices = self.bar.choices
        option = None
        if event.widget is self.table:
            seat = self.table.seat_at(event.x, event.y)
            option = choices.at(seat) if seat is not None else None
        elif event.widget is self.bar:
            option = self.bar.option_at(event.x, event.y)
        if option is None:
            return
        if option == choices.chosen or option.key == "enter":
            self._show_choices(choices.select(option))
            self._send()
        else:
            self._press(choices.select(option))

    def _ask_to_leave(self) -> None:
        def answered(leaves: bool | None) -> None:
            if leaves:
                self.leave()

        self.push_screen(Leaving(self.kept), answered)

    def action_interrupt(self) -> None:
        """Ctrl-C: leave without a question."""
        self.leave(at_once=True)
