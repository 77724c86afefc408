"""Completion in the real shells."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calavera.cli import main

PATIENCE = 60.0

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function=$(complete -p calavera | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$function calavera "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""

EXPECTED = [
    ("pl", "play"),
    ("play --temp", "--temper"),
    ("play --level exp", "expert"),
    ("play --against mirr", "mirror"),
    ("table n", "new"),
    ("bot join KRTMWX --bot caut", "cautious"),
    ("arena belie", "belief"),
    ("replay ga", "game.skull"),
    ("verify --json ga", "game.skull"),
    ("draw game.skull --langu", "--language"),
    ("draw game.skull --theme d", "day"),
    ("completion f", "fish"),
]
"""A line, and what completes its last word."""


def script(shell: str, folder: Path) -> Path:
    """The script of a shell, in a folder with a record in it."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}; make setup installs it")
    (folder / "game.skull").touch()
    path = folder / f"completion.{shell}"
    with open(path, "w") as file:
        command = [sys.executable, "-m", "calavera", "completion", shell]
        subprocess.run(command, stdout=file, check=True)
    return path


def bash(path: Path, line: str) -> set[str]:
    words = ["bash", "-c", BASH, "bash", str(path), "calavera", *line.split()]
    return output(words, path.parent)


def fish(path: Path, line: str) -> set[str]:
    told = output(["fish", "--no-config", "-c", f"source {path}; complete -C 'calavera {line}'"],
                  path.parent)  # fmt: skip
    return {one.partition("\t")[0] for one in told}


def output(command: list[str], folder: Path) -> set[str]:
    environment = {**os.environ, "HOME": str(folder)}
    told = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert told.stderr == ""
    return {*told.stdout.split("\n")} - {""}


@pytest.mark.parametrize(("shell", "complete"), [("bash", bash), ("fish", fish)])
def test_words_and_files_complete(
    shell: str, complete: Callable[[Path, str], set[str]], tmp_path: Path
) -> None:
    path = script(shell, tmp_path)
    for line, word in EXPECTED:
        assert complete(path, line) == {word}, line
    assert {"replay", "play", "rules"} <= complete(path, "") if shell == "fish" else True
    assert complete(path, "play --placement " if shell == "fish" else "play --placement s") >= {
        "simultaneous"
    }


class Zsh:
    """A zsh that somebody types into: it completes nothing for a script."""

    def __init__(self, path: Path) -> None:
        environment = {
            "HOME": str(path.parent), "PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "ready% ",
        }  # fmt: skip
        self._terminal, other = pty.openpty()
        self._shell = subprocess.Popen(
            ["zsh", "-f", "-i"], stdin=other, stdout=other, stderr=other, cwd=path.parent,
            env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self._told = ""
        self.type(
            f"autoload -Uz compinit; compinit -u -D; eval \"$(<{path.name})\"; echo lo''aded\n"
        )
        self.wait_for("loaded")

    def type(self, text: str) -> None:
        self._told = ""
        os.write(self._terminal, text.encode())

    def wait_for(self, pattern: str) -> None:
        until = time.monotonic() + PATIENCE
        while re.search(pattern, self._told) is None:
            ready, _, _ = select.select([self._terminal], [], [], max(0, until - time.monotonic()))
            assert ready, f"no {pattern!r} in {self._told!r}"
            self._told += os.read(self._terminal, 4096).decode(errors="replace")

    def close(self) -> None:
        self._shell.kill()
        self._shell.wait()
        os.close(self._terminal)


@pytest.fixture
def zsh(tmp_path: Path) -> Iterator[Zsh]:
    shell = Zsh(script("zsh", tmp_path))
    yield shell
    shell.close()


def test_zsh_completes_words_and_files(zsh: Zsh) -> None:
    for line, word in EXPECTED:
        begun = line.split()[-1]
        zsh.type(f"calavera {line}\t")
        zsh.wait_for(rf"{re.escape(begun)}[\s\S]*{re.escape(word.removeprefix(begun))}")
        zsh.type("\x15echo cl''eared\n")
        zsh.wait_for("cleared")


def test_an_unknown_shell_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "ksh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err
