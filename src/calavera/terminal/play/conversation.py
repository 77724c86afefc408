"""The dialogue with the person: questions, help, retries."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from calavera.terminal.drawing import theme
from calavera.terminal.drawing.mats import MARGIN, legend
from calavera.terminal.drawing.paper import Paper, clean
from calavera.terminal.play.keyboard import Keyboard
from calavera.terminal.play.ports import READY_MADE, Quit
from calavera.terminal.play.questions import ENTER, Answer, InvalidAnswer, Key, Question
from calavera.terminal.rulebook import rules_text, set_in_type

WHO: Final = "  who    to read how the others play"
HINT: Final = "  hint   to read what the strongest bot would do; the record will say that you asked"
HELP: Final = (
    "Everybody has three flowers and a skull. First each puts one disc face down on their mat."
    " Then, in turn, you add a disc or challenge: you claim that you can turn over a number of"
    " discs without meeting a skull. The others raise or pass. The highest bidder flips their own"
    " stack first, then the top discs of any others.",
    "Only flowers: a success, and the second one wins the game. A skull: you lose a disc for good,"
    " and without discs you are out. The last one in wins, too.",
    "At any question you can type",
    "  table  to see the mats again",
    WHO,
    HINT,
    "  rules  to read all the rules",
    "  help   to read this",
    "  quit   to leave the table",
)
NO_HINT: Final = "There are no hints on this."
SAY: Final = (
    "  say …  to talk to the others; a number says something ready-made:",
    *(f"           {number} {words}" for number, words in enumerate(READY_MADE.values(), start=1)),
)
LOOK_KEY: Final = Key(ENTER, "look again")
HELP_KEY: Final = Key("?", "help")


class LinePerson:
    """The person at the keyboard."""

    def __init__(self, paper: Paper, keyboard: Keyboard, others: Sequence[str] = ()) -> None:
        self._paper = paper
        self._keyboard = keyboard
        self.talk: Callable[[str], None] | None = None
        self.others = others
        """How the opponents play, a sentence for each character."""

    @property
    def live(self) -> bool:
        """Whether answers are typed rather than read from a file."""
        return self._keyboard.live

    def ask(
        self,
        question: Question[Answer],
        show_table: Callable[[], None],
        hint: Callable[[], Iterable[str]] | None = None,
        meanwhile: Callable[[], None] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> Answer:
        """Ask until an answer is valid; raises Quit or EOFError.

        Nothing but `watch` happens meanwhile, what is typed must not be torn apart; but where
        something may have happened, Enter looks.
        """
        if meanwhile is not None and not question.is_move and "" not in question.answers:
            question = replace(question, keys=(*question.keys, LOOK_KEY))
        self._put_question(question)
        while True:
            answer = self._read(watch)
            match answer.strip().lower():
                case "quit" | "q" | "exit":  # no seat has that letter
                    raise Quit
                case "help" | "?":
                    talk = SAY if self.talk is not None else ()
                    lines = [line for line in HELP if hint is not None or line != HINT]
                    lines = [line for line in lines if self.others or line != WHO]
                    self._paper.put(*map(Text, (*lines, *talk)), Padding(legend(), (1, 0, 0, 0)))
                case "rules":
                    self.read_slowly(list(set_in_type(rules_text())))
                case "who":
                    self._paper.put(*map(Text, self.others))
                case "hint":
                    self._paper.put(*map(Text, hint() if hint else [NO_HINT]))
                case "" if meanwhile is not None and LOOK_KEY in question.keys:
                    meanwhile()
                case said if self.talk is not None and said.startswith("say "):
                    self.talk(answer.strip()[len("say ") :])
                case "table":
                    show_table()
                case _:
                    try:
                        return question.read(answer)
                    except InvalidAnswer as invalid:
                        self._paper.put(Text(str(invalid)))
                        continue
            self._put_question(question)

    def read_slowly(self, text: list[RenderableType]) -> None:
        """Print a long text, a screen at a time if answers are typed."""
        lines = [line for renderable in text for line in self._paper.lines(renderable)]
        page = max(4, self._paper.console.height - 2) if self.live else len(lines)
        for start in range(0, len(lines), page):
            self._paper.put_lines(lines[start : start + page])
            if start + page < len(lines):
                self._paper.put(Text("Enter = more, q = enough", theme.QUIET))
                if self._read().strip():
                    return

    def _put_question(self, question: Question[Answer]) -> None:
        self._paper.blank()
        self._paper.put(Text(question.text, theme.MARIGOLD))
        offers = [f"{key.typed} = {key.meaning}" for key in (*question.keys, HELP_KEY)]
        for line in _filled(offers, self._paper.width - MARGIN):
            self._paper.put(Padding(Text(line, theme.QUIET), (0, 0, 0, MARGIN)))

    def _read(self, watch: Callable[[], None] | None = None) -> str:
        def look() -> None:
            if watch is not None:
                watch()
            if not self._paper.line_is_open:  # something was said
                self._prompt()

        self._prompt()
        answer = self._keyboard.read(look)
        if self.live:
            self._paper.end_line(typed=True)
        else:  # so that a transcript contains the answers
            self._paper.put(Text(clean(answer)))
        return answer

    def _prompt(self) -> None:
        self._paper.put(Text(">", theme.MARIGOLD), end=" ")


def _filled(items: Sequence[str], width: int) -> list[str]:
    """Items in lines, wrapped only between items."""
    lines: list[str] = []
    for item in items:
        if lines and cell_len(f"{lines[-1]}, {item},") <= width:
            lines[-1] += f", {item}"
        else:
            lines[-1:] = [f"{line}," for line in lines[-1:]] + [item]
    return lines
