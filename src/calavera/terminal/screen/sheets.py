"""What is laid over the table for a moment: keys, rules, the log, a hint, a question."""

from collections.abc import Container, Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from calavera.terminal.play.ports import READY_MADE

KEYS: Final = (
    ("F  S", "place a flower, the skull"),
    ("1 2 3 …", "bid; two digits make a larger number"),
    ("P", "pass"),
    ("a b c …", "choose a mat by its letter"),
    ("← → Enter", "choose a mat, or a number"),
    ("U", "take a selection back before it is sent"),
    ("Enter", "send it at once; go on"),
    ("Space", "skip the pauses until your next decision"),
    ("H", "what the strongest bot would do; the record tells it"),
    ("L", "everything that happened"),
    ("R", "the rules"),
    ("W", "how the others play"),
    ("T", "say something at a live table"),
    ("Q", "leave the table"),
)
LEGEND: Final = (
    ("╭───╮ light", "a disc face down; the bottom one is left"),
    ("┏━━━┓ heavy", "turned over"),
    ("╔═══╗ double", "shown by its owner"),
    ("✿ by a name", "a success: the second one wins"),
    ("◆3  ◇2", "the bid to beat, an earlier bid"),
)


def _framed(title: str, keys: str, classes: str = "") -> Vertical:
    """A box with its title and its keys in the frame."""
    box = Vertical(id="sheet", classes=classes)
    box.border_title, box.border_subtitle = title, keys
    return box


class Sheet(ModalScreen[bool]):
    """A text that any of a few keys puts away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space,h,l,r,w,question_mark", "put_away", "put away"),
        Binding("up,k", "scroll(-1)", "up"),
        Binding("down,j", "scroll(1)", "down"),
        Binding("pageup", "scroll(-10)", "page up"),
        Binding("pagedown", "scroll(10)", "page down"),
    ]

    def __init__(
        self,
        title: str,
        body: Sequence[RenderableType],
        *,
        at_end: bool = False,
        is_advice: bool = False,
    ) -> None:
        super().__init__()
        self.is_advice = is_advice
        """Whether an answer to the question below it puts it away, too."""
        self._title = title
        self._body = body
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        frame = _framed(self._title, "Esc puts this away   ↑ ↓ scroll")
        with frame, VerticalScroll(id="sheet-body"):
            yield Static(Group(*self._body))

    def on_mount(self) -> None:
        body = self.query_one("#sheet-body", VerticalScroll)
        if self._at_end:
            body.scroll_end(animate=False)

    def action_put_away(self) -> None:
        """Back to the table."""
        self.dismiss(False)

    def action_scroll(self, lines: int) -> None:
        """Up or down."""
        body = self.query_one("#sheet-body", VerticalScroll)
        body.scroll_relative(y=lines, animate=False)


class Talking(ModalScreen[str]):
    """Asks what to say to the others."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "put_away", "put away")]

    def compose(self) -> ComposeResult:
        lines = [f"{number:>2}  {said}" for number, said in enumerate(READY_MADE.values(), start=1)]
        with _framed("Say something", "Enter says it   Esc: nothing", classes="small"):
            yield Static("\n".join(lines), id="sheet-words", markup=False)
            yield Input(id="sheet-input", placeholder="your words, or a number")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        self.dismiss(event.value.strip())

    def action_put_away(self) -> None:
        """Back to the table."""
        self.dismiss("")


class Leaving(ModalScreen[bool]):
    """Asks before the table is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "leave", "leave"),
        Binding("n,escape,enter", "stay", "stay"),
    ]

    def __init__(self, kept: str) -> None:
        super().__init__()
        self._kept = kept

    def compose(self) -> ComposeResult:
        with _framed("Leave the table?", "Y: leave   N: stay", classes="small"):
            yield Static(self._kept, id="sheet-words", markup=False)

    def action_leave(self) -> None:
        """Go."""
        self.dismiss(True)

    def action_stay(self) -> None:
        """Play on."""
        self.dismiss(False)


def key_lines(idle: Container[str] = ()) -> list[Text]:
    """The keys, but those that do nothing here, and the signs, for a sheet."""
    keys = [_pair(*pair) for pair in KEYS if pair[0] not in idle]
    return [*keys, Text(), *(_pair(*pair) for pair in LEGEND)]


def _pair(key: str, meaning: str) -> Text:
    return Text.assemble((f"{key:<14}", "bold"), meaning)
