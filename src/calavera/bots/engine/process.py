"""The process of an engine: lines out, lines in, each by a deadline.

Whatever an engine does, nobody waits for it longer than that: it may crash, hang, flood its output
or stop reading its input.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Final

from calavera.bots.asking import BotFault

MOST_BYTES: Final = 1_000_000
"""What an engine may write for one answer."""

LONGEST_LINE: Final = 10_000
PARTING: Final = 1.0
"""Seconds for an engine to leave after it was told to."""


class EngineProcess:
    """A running engine in a process group of its own, so that its children end with it."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFault(f"cannot start {command[0]}: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self.name = ""
        """What it calls itself."""
        self._heard = bytearray()
        self._since_asked = 0

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def send(self, text: str, seconds: float) -> None:
        """Write lines; raises BotFault if the engine does not read them in time."""
        self._since_asked = 0
        waiting, until = memoryview(text.encode()), time.monotonic() + seconds
        while waiting:
            # A pipe that is full both ways would block forever: read while writing.
            readable, writable = self._wait(until, to_write=True)
            if writable:
                try:
                    waiting = waiting[os.write(self._input.fileno(), waiting) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    raise self._gone() from None
            elif readable:
                self._hear()
            else:
                raise BotFault(f"did not read its input for {seconds:g} seconds")

    def waiting_lines(self) -> list[str]:
        """The lines that have come since the last one was read."""
        while self._wait(0.0)[0] and self._hear():
            pass
        lines: list[str] = []
        while (line := self._next_line()) is not None:
            lines.append(line)
        return lines

    def line(self, until: float) -> str | None:
        """The next line; None at the deadline. Raises BotFault if the engine ends or floods."""
        while (line := self._next_line()) is None:
            if not self._wait(until)[0]:
                return None
            if not self._hear():
                raise self._gone()
        return line

    def _wait(self, until: float, *, to_write: bool = False) -> tuple[bool, bool]:
        """Wait until the engine has written, or reads; both are false at the deadline."""
        if self._input.closed:
            raise BotFault("has been ended")
        left = max(0.0, until - time.monotonic())
        writers = [self._input] if to_write else []
        readable, writable, _ = select.select([self._output], writers, [], left)
        return bool(readable), bool(writable)

    def _hear(self) -> bool:
        """Take what the engine has written; false at the end of its output."""
        try:
            heard = os.read(self._output.fileno(), 65536)
        except BlockingIOError:
            return True
        self._heard += heard
        self._since_asked += len(heard)
        if self._since_asked > MOST_BYTES:
            raise BotFault(f"wrote more than {MOST_BYTES:,} bytes for one answer")
        return bool(heard)

    def _next_line(self) -> str | None:
        end = self._heard.find(b"\n")
        if max(end, len(self._heard) if end < 0 else 0) > LONGEST_LINE:
            raise BotFault(f"wrote a line of more than {LONGEST_LINE:,} bytes")
        if end < 0:
            return None
        line = self._heard[:end].decode(errors="replace").strip()
        del self._heard[: end + 1]
        return line

    def _gone(self) -> BotFault:
        try:
            status = self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            return BotFault("closed its output")
        if status < 0:
            return BotFault(f"was ended by {signal.Signals(-status).name}")
        return BotFault(f"ended with status {status}")

    def quit(self) -> None:
        """Tell the engine to end, and kill what is left of it."""
        try:
            self.send("quit\n", PARTING)
            self._input.close()
            self._process.wait(PARTING)
        except (BotFault, OSError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """End the engine and all it has started."""
        if self._input.closed and self._output.closed:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all of them are gone
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._input.close()
        self._output.close()
