"""Between a session, which runs in a thread of its own, and the screen."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rich.text import Text

from calavera.record import Record
from calavera.rules import Board, Holding, Phase, Setup, View, set_up
from calavera.rules.events import DiscFlipped, GameEnded, PlacementUnseen, RoundBegan
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.mats import lost_on_the_way
from calavera.terminal.drawing.picture import known_in_view
from calavera.terminal.drawing.sentences import listed, tell, tell_due, tell_outcome
from calavera.terminal.drawing.title import agreed
from calavera.terminal.play.host import Transition
from calavera.terminal.play.pace import breath_before, rest_after
from calavera.terminal.play.ports import Quit, all_at_once
from calavera.terminal.play.questions import Answer, Question
from calavera.terminal.play.screen import ALL_PLACED
from calavera.terminal.play.session import INTERRUPTED
from calavera.terminal.screen.app import GRACE, TableApp
from calavera.terminal.screen.choices import Option, choices_of
from calavera.terminal.screen.palette import Palette
from calavera.terminal.screen.replay import Stepper, Viewpoint, viewpoints
from calavera.terminal.screen.scene import Scene, Turn, first_scene, turn_of

A_FRAME: Final = 0.07
"""Seconds for a step of a disc that turns over."""

POLL: Final = 0.1
"""Seconds after which a session looks whether something else has happened."""

NOBODY: Final = Cast(set_up(2), ("", ""), ())
"""Until somebody sits at the table."""

_LEAVE: Final = object()
_HINT: Final = object()
_SEEN: Final = object()


class SessionApp(TableApp):
    """A table whose session asks and tells through a gate."""

    def __init__(
        self, colours: Palette, session: Callable[["Gate"], int], *, motion: bool, fast: bool
    ) -> None:
        super().__init__(colours, motion=motion, grace=0.0 if fast else GRACE)
        self._session = session
        self.stepper: Stepper | None = None
        self.has_hung_up = False
        self.gate = Gate(self, fast=fast)
        self.failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run_session, name="session", daemon=True)

    def on_mount(self) -> None:
        """Start the session."""
        super().on_mount()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: self.leave(at_once=True))
            if hasattr(signal, "SIGHUP"):
                signal.signal(signal.SIGHUP, lambda *_: self._hang_up())
        self._thread.start()

    def _run_session(self) -> None:
        status = 0
        try:
            status = self._session(self.gate)
        except BaseException as error:  # whatever it is, the terminal is restored first
            self.failed = error
        if self.has_hung_up:
            os._exit(INTERRUPTED)  # what writes to the terminal would wait for it for ever
        if self.is_running:
            self.call_from_thread(self.exit, status)

    def _hang_up(self) -> None:
        """The terminal is gone: save and end, and show nothing any more."""
        self.has_hung_up = True
        self.leave(at_once=True)

    def chose(self, option: Option) -> None:
        """Hand the answer to the session."""
        self.gate.put(option)

    # A game that is over, step by step.

    def step_through(self, seen: Sequence[Viewpoint]) -> None:
        """Show a game from its beginning, until the person has seen enough."""
        self._result = (self.table.scene, self.table.cast, [*self.told], self.head.idle)
        self.stepper = Stepper(self, seen)
        self.bar.foot = self.foot()
        self.stepper.show()

    def foot(self) -> str:
        """The keys of the game, or of its replay."""
        return Stepper.FOOT if self.stepper else super().foot()

    def pressed(self, key: str) -> bool:
        """Step where a game is shown."""
        if self.stepper is None:
            return super().pressed(key)
        if key not in ("q", "escape"):
            return self.stepper.press(key) or key != "l"
        self.stepper = None
        scene, cast, told, head = self._result
        if scene is not None and cast is not None:
            self.show_scene(scene, cast)
        self.show_head(head)
        self.set_log(told)
        self.gate.put(_SEEN)
        return True

    def skip(self) -> None:
        """No more pauses until the next question."""
        self.gate.skipped.set()

    def hint(self) -> None:
        """Have the session think about a hint."""
        if self.hints:
            self.gate.put(_HINT)

    def leave(self, *, at_once: bool = False) -> None:
        """Have the session save and end."""
        self.gate.leaves(at_once=at_once)


class Gate:
    """The screen and the person, as a session knows them. Its methods run in the session."""

    def __init__(self, app: SessionApp, *, fast: bool) -> None:
        self._app = app
        self._said: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._scene: Scene | None = None
        self._hurried = fast
        self._leaving = threading.Event()
        self._at_once = False
        self.skipped = threading.Event()
        self.cast = NOBODY
        self.others: Sequence[str] = ()
        self.last_words: list[str] = []
        """What is to be read after the screen is gone."""

    def seat(self, cast: Cast, others: Sequence[str]) -> None:
        """Say who is at the table, before anything else."""
        self.cast, self.others = cast, others
        self._app.others = others
        self._scene = None
        self._call(self._app.set_log, ())

    @property
    def talk(self) -> Callable[[str], None] | None:
        """What says something to the others."""
        return self._app.talk

    @talk.setter
    def talk(self, talk: Callable[[str], None] | None) -> None:
        self._app.talk = talk

    # For the screen: these run in the event loop.

    def put(self, said: object) -> None:
        """Hand something that the person did to the session."""
        self._said.put(said)

    def leaves(self, *, at_once: bool) -> None:
        """The person goes."""
        self._at_once = at_once
        self._leaving.set()
        self.skipped.set()
        self._said.put(_LEAVE)

    # The pace.

    @property
    def pace(self) -> "Gate":
        """Itself."""
        return self

    def hurry(self) -> None:
        """Stop pausing."""
        self._hurried = True

    def wait(self, seconds: float) -> None:
        """Pause, unless the person has skipped it; raises Quit."""
        if not self._hurried:
            self.skipped.wait(seconds)
        self.check()

    def check(self) -> None:
        """Raise Quit, or KeyboardInterrupt after Ctrl-C, if the person wants to go."""
        if self._leaving.is_set():
            self._leaving.clear()
            raise KeyboardInterrupt if self._at_once else Quit

    # The screen.

    def welcome(self, setup: Setup, others: Sequence[str] = ()) -> None:
        """The first lines of the log."""
        self.say(Text(f"At the table: {listed(self.cast.names)}."), Text(agreed(setup)))

    def say(self, *lines: Text) -> None:
        """Lines of the log."""
        for line in lines:
            self._call(self._app.tell, line)

    def say_unbroken(self, text: str) -> None:
        """A line of the log that is told again after the screen is gone."""
        self.last_words.append(text)
        self.say(Text(text))

    def show_table(self, view: View) -> None:
        """The table as the person sees it."""
        scene = self._scene.of_view(view) if self._scene else first_scene(view)
        self._show(scene)

    def show_words(self, lines: Sequence[Text]) -> None:
        """Words instead of a table."""
        self._scene = None
        self._call(self._app.show_words, lines)

    def tell(self, told: Iterable[Transition], *, missed: bool = False) -> None:
        """Events in order: the log and the table; what was missed takes no time."""
        for happened in told:
            event, before, after = happened.event, happened.before, happened.after
            if isinstance(event, DiscFlipped) and not missed:
                self._turn(event, before)
            known = known_in_view(happened.view)
            self._show((self._scene or first_scene(happened.view)).after(event, after, known))
            match event:
                case DiscFlipped():
                    self.say(tell(event, before, after, self.cast))
                    self.wait(0 if missed else rest_after(event.disc, after))
                case RoundBegan(number=number, first=first):
                    self._call(self._app.tell, Text(
                        f"Round {number}. {self.cast.does(first, 'begin')}.", "bold"
                    ))  # fmt: skip
                case PlacementUnseen() if all_at_once(before):
                    pass
                case GameEnded():
                    pass
                case _:
                    self.say(tell(event, before, after, self.cast))
            if all_at_once(before) and after.phase is Phase.ADD:
                self.say(Text(ALL_PLACED))

    def show_result(self, board: Board, holdings: Sequence[Holding]) -> None:
        """Who won, with everybody's discs, until the person has seen enough."""
        if self._scene is not None and holdings:
            self._show(self._scene.uncovered(holdings))
        if board.outcome is not None:
            words = tell_outcome(board.outcome, self.cast)
            self.say(Text(words, "bold"), *lost_on_the_way(board, holdings, self.cast))
            self.last_words.append(words)

    def _turn(self, event: DiscFlipped, before: Board) -> None:
        """A disc turns over, after a breath; nothing else tells what it is before."""
        scene = self._scene
        if scene is None:
            return
        if self._hurried or not self._app.motion:
            self.wait(breath_before(before))
            return
        for frame in turn_of(event.mat, event.disc):
            self._show(replace(scene, turning=frame))
            self.wait(breath_before(before) if frame.turn is Turn.LIFTED else A_FRAME)

    def _show(self, scene: Scene) -> None:
        self._scene = scene
        self._call(self._app.show_scene, scene, self.cast)
        self._call(self._app.show_head, self._title(scene.board))
        self._call(self._app.show_idle, self._awaited(scene.board))

    def step_through(self, record: Record) -> None:
        """Show a finished game step by step; raises Quit."""
        self._call(self._app.step_through, viewpoints(record))
        while self._said.get() is not _SEEN:
            self.check()

    def _awaited(self, board: Board) -> str:
        """What the table waits for, where the person is not asked."""
        if board.outcome is not None:
            return ""
        skip = "" if self._hurried else "   Space: skip the pauses"
        return f"{tell_due(board, self.cast)}{skip}"

    def _title(self, board: Board) -> str:
        first = "" if board.first is None else f" · {self.cast.does(board.first, 'begin')}"
        return f"Skull · round {board.round}{first}"

    # The person.

    def ask(
        self,
        question: Question[Answer],
        show_table: Callable[[], None],
        hint: Callable[[], Iterable[str]] | None = None,
        meanwhile: Callable[[], None] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> Answer:
        """The person's answer; raises Quit."""
        self.check()
        self.skipped.clear()
        choices = choices_of(question)
        self._call(partial(self._app.offer, choices, hints=hint is not None))
        try:
            while True:
                try:
                    said: Any = self._said.get(timeout=POLL if meanwhile or watch else None)
                except queue.Empty:
                    for look in filter(None, (watch, meanwhile)):
                        look()
                    continue
                if said is _LEAVE:
                    self.check()
                elif said is _HINT and hint is not None:
                    lines = [Text(line) for line in hint()]
                    self._call(self._app.show_advice, "A hint", lines)
                elif isinstance(said, Option) and said in choices.options:
                    answer: Answer = said.answer
                    return answer
        finally:
            self._call(self._app.offer, None)

    def _call(self, deed: Callable[..., Any], *arguments: Any) -> None:
        """Have the screen do something, in its own thread."""
        if self._app.is_running and not self._app.has_hung_up:
            self._app.call_from_thread(deed, *arguments)
