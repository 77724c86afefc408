"""A bot that asks an engine. docs/engines.md describes what is said."""

import copyreg
import random
import shlex
import time
from pathlib import Path
from typing import Any, Final

from calavera.bots.asking import BotFault
from calavera.bots.bot import MoveTime, acting_seat
from calavera.bots.engine.process import EngineProcess
from calavera.bots.engine.stable import STABLE
from calavera.record.codec.shapes import SETUP
from calavera.record.codec.values import dumps
from calavera.rules import Action, SeenEvent, View, action_named, seat_letter

VERSION: Final = 1
GREETING: Final = 10.0
"""Seconds for an engine to start and to say that it is ready."""

LONGEST_MOVE: Final = 60.0
"""Seconds for a move where no clock says less: nobody waits forever."""

MARGIN: Final = 0.5
"""Seconds beyond a clock after which an engine is given up, where nobody else watches it."""

LONGEST_NAME: Final = 40


class EngineKind(type):
    """The class of engines with one command: workers make it again from the command."""

    name: str
    command: tuple[str, ...]


class Engine(metaclass=EngineKind):
    """Plays one game for one player, by a process that no other player's engine shares."""

    name = "engine"
    command: tuple[str, ...] = ()
    clock: MoveTime | None = None
    """The time for the next move, if it is limited."""

    def __init__(self) -> None:
        self._process: EngineProcess | None = STABLE.take(self.command, greet)
        self._untold: list[SeenEvent] = []
        self._has_begun = False

    def see(self, event: SeenEvent) -> None:
        """Keep the event for the engine, until it is asked."""
        self._untold.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """Ask the engine; raises BotFault, and ends it, where it gives no legal answer."""
        own, process = acting_seat(view), self._process
        if process is None:
            raise BotFault("has been ended")
        try:
            stray = [line for line in process.waiting_lines() if not _is_remark(line)]
            if stray:
                raise BotFault(f"spoke before it was asked: {_quoted(stray[0])}")
            self._send(f"{self._news(view)}{_question(view, rng, self.clock)}")
            action = _answer(process, self._patience())
            if action not in own.legal:
                self._end()
        except BaseException:
            self._end()
            raise
        return action

    def close(self) -> None:
        """Tell the engine how the game went on, and let another game have it."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if self._has_begun and self._untold:
                process.send(self._events(), GREETING)
        except BotFault:
            process.kill()
        else:
            STABLE.give_back(self.command, process)

    def __del__(self) -> None:
        """Let another game have the engine of a player who went away."""
        if getattr(self, "_process", None) is not None:
            self.close()

    def _news(self, view: View) -> str:
        """What the engine does not know yet, as lines."""
        begin = ""
        if not self._has_begun:
            self._has_begun = True
            seats = "".join(map(seat_letter, view.viewer.seats))
            begin = f"game {seats} {SETUP.write(view.board.setup)}\n"
        return f"{begin}{self._events()}view {dumps(view).decode()}\n"

    def _events(self) -> str:
        lines = [f"event {dumps(event).decode()}\n" for event in self._untold]
        self._untold.clear()
        return "".join(lines)

    def _send(self, text: str) -> None:
        assert self._process is not None
        self._process.send(text, self._patience())

    def _patience(self) -> float:
        told = self.clock
        limits = [] if told is None else [one for one in (told.left, told.move) if one is not None]
        return min(limits) + MARGIN if limits else LONGEST_MOVE

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


copyreg.pickle(EngineKind, lambda kind: (engine_of, (kind.command, kind.name)))


def engine_of(command: tuple[str, ...], name: str) -> type[Engine]:
    """The class of engines with a command."""
    kind = EngineKind(name, (Engine,), {"name": name, "command": command})
    assert issubclass(kind, Engine)
    return kind


def find_engine(text: str) -> type[Engine]:
    """The class of engines with a command line; raises BotFault if it cannot be run.

    The engine is started to learn its name, and kept for the first game.
    """
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise BotFault(f"is not a command line: {error}") from None
    if not command:
        raise BotFault("names no command")
    process = STABLE.take(command, greet)
    STABLE.give_back(command, process)
    return engine_of(command, process.name or _file_name(command))


def greet(process: EngineProcess) -> None:
    """Tell a new engine the version of the protocol, and let it say its name."""
    process.send(f"calavera {VERSION}\n", GREETING)
    until = time.monotonic() + GREETING
    while (line := process.line(until)) != "ready":
        if line is None:
            raise BotFault(f"did not say ready within {GREETING:g} seconds")
        word, _, rest = line.partition(" ")
        if word == "name" and rest.strip():
            process.name = " ".join(rest.replace(",", " ").split())[:LONGEST_NAME]
        elif not _is_remark(line):
            raise BotFault(f"greeted with {_quoted(line)}; expected name NAME or ready")
    if not process.name.isprintable():
        process.name = ""


def _question(view: View, rng: random.Random, clock: MoveTime | None) -> str:
    own = acting_seat(view)
    told: dict[str, Any] = {}
    if clock is not None:
        times = {"time": clock.left, "inc": clock.increment, "movetime": clock.move}
        told = {key: int(1000 * value) for key, value in times.items() if value is not None}
    words = [f"go {seat_letter(own.seat)} random {rng.getrandbits(32)}"]
    words += [f"{key} {value}" for key, value in told.items()]
    words += ["moves", *map(str, own.legal)]
    return f"{' '.join(words)}\n"


def _answer(process: EngineProcess, seconds: float) -> Action:
    until = time.monotonic() + seconds
    while (line := process.line(until)) is not None:
        word, _, rest = line.partition(" ")
        if word == "move":
            try:
                return action_named(rest.strip())
            except ValueError:
                raise BotFault(f"answered {_quoted(line)}, which is no move") from None
        if not _is_remark(line):
            raise BotFault(f"answered {_quoted(line)}; expected move MOVE")
    raise BotFault(f"did not answer within {seconds:g} seconds")


def _is_remark(line: str) -> bool:
    return not line or line.partition(" ")[0] == "info"


def _quoted(line: str) -> str:
    return repr(line if len(line) <= LONGEST_NAME else f"{line[:LONGEST_NAME]}…")


def _file_name(command: tuple[str, ...]) -> str:
    """The name of an engine that does not say one: that of its script, or of its program."""
    files = [word for word in command[1:] if not word.startswith("-") and Path(word).is_file()]
    return Path((files or command)[0]).stem.replace(",", " ").strip()[:LONGEST_NAME] or "engine"
