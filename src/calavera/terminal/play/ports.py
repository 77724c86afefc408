"""What a game needs of a screen and of the person in front of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from rich.text import Text

from calavera.rules import Board, Holding, Phase, Placement, Setup, View
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.play.host import Transition
from calavera.terminal.play.questions import Answer, Question

READY_MADE: Final = {
    "sure": "Are you sure?", "bluff": "You're bluffing.", "flower": "Only flowers here!",
    "skull": "My skull says hello.", "dare": "I dare you!", "ouch": "Ouch!", "bravo": "Bravo!",
    "hurry": "Any day now …", "hmm": "Hmm …", "again": "Again!",
}  # fmt: skip
"""What can be said with a number."""


class Quit(Exception):
    """The person has left the table."""


class Pace(Protocol):
    """Pauses that give a person time to read."""

    def hurry(self) -> None:
        """Stop pausing."""

    def wait(self, seconds: float) -> None:
        """Pause for that long, unless hurried; raises Quit."""


class Screen(Protocol):
    """The person's side of the table."""

    cast: Cast

    @property
    def pace(self) -> Pace:
        """How fast it is told."""

    def welcome(self, setup: Setup, others: Sequence[str] = ()) -> None:
        """Begin; `others` describes the opponents."""

    def say(self, *lines: Text) -> None:
        """Tell something, a paragraph each."""

    def say_unbroken(self, text: str) -> None:
        """Tell something that contains a path."""

    def show_words(self, lines: Sequence[Text]) -> None:
        """Show who is there, while there is no game."""

    def show_table(self, view: View) -> None:
        """Show the mats as the person sees them."""

    def tell(self, told: Iterable[Transition], *, missed: bool = False) -> None:
        """Show events in order; those that the person missed are summed up at most."""

    def show_result(self, board: Board, holdings: Sequence[Holding]) -> None:
        """Show who won, and everybody's discs."""


class Person(Protocol):
    """Whoever decides."""

    talk: Callable[[str], None] | None
    """Says something to the others, where somebody can hear it."""

    @property
    def others(self) -> Sequence[str]:
        """How the opponents play, a sentence for each character."""

    def ask(
        self,
        question: Question[Answer],
        show_table: Callable[[], None],
        hint: Callable[[], Iterable[str]] | None = None,
        meanwhile: Callable[[], None] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> Answer:
        """Ask until an answer is valid; raises Quit or EOFError.

        Without `hint` there is no advice on this question. `meanwhile` is called now and then
        while the person thinks, if that is possible; what it raises ends the question. `watch` is
        called even where half an answer may be typed: it says only what cannot wait.
        """


def all_at_once(board: Board) -> bool:
    """Whether everybody places a disc at the same time (R7)."""
    return board.phase is Phase.PLACE and board.setup.placement is Placement.SIMULTANEOUS
