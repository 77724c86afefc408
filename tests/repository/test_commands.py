"""The commands of the pages are run, each page in a folder that has what it presumes."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.release import ANSWERS
from tests.repository.test_docs import FENCE, PAGES, ROOT, commands

EXAMPLES = ROOT / "docs/examples"
FEW = "12"  # games, instead of as many as a page names
ELSEWHERE = {
    "make": "CI, or by hand",
    "calavera serve": "tests/server",
    "calavera tables": "tests/server",
    "calavera store": "tests/server",
    "calavera doctor": "tests/server",
    "calavera table": "tests/client",
    "calavera bot": "tests/client",
    "calavera train": "tests/train",
    "calavera solve build": "minutes; tests/solve builds small positions",
    "calavera solve check": "tests/solve",
    "python -m calavera.train.export": "tests/train",
    "python -m bench.": "the options are compared with --help, below",
    "node examples/node/player.mjs": "tests/client",
    "node player.mjs": "tests/client",
    "calavera arena uniform cautious bold mirror belief champion": "minutes: 504 games are a block",
    "calavera arena cmd:": "tests/bots/test_engines.py builds and plays the engines",
    "calavera play --against cmd:": "the same",
    "python -m calavera.bots.contract cmd:": "the same",
    "cc ": "the same",
    "calavera --": "opens a browser",
    "systemctl": "tests/server/test_upgrade.py follows that page",
    "pg_": "tests/server",
    "pip": "make release-check",
    "pipx": "make release-check",
    "uvx": "make release-check",
    ".venv/bin/": "the tests themselves",
}
NEVER = {"export", "cd", "mv", "cp", "chown", "chmod"}  # steps of the page about upgrades


def run_elsewhere(words: list[str]) -> bool:
    text = shlex.join(words) if len(words) > 1 else f"{words[0]} --"
    return words[0] in NEVER or "=" in words[0] or text.startswith((*ELSEWHERE,))


def shortened(words: list[str]) -> list[str]:
    """The same with few games, and without the pauses of a game for people."""
    if "--games" in words:
        words = [*words]
        words[words.index("--games") + 1] = FEW
    elif words[:2] == ["calavera", "arena"] and "--resume" not in words:
        words = [*words, "--games", FEW]
    return [*words, "--fast"] if words[:2] == ["calavera", "play"] else words


def prepare(folder: Path, page: Path) -> None:
    """What a reader of the page has: a record, records, and the bots of its examples."""
    shutil.copy(EXAMPLES / "three_rounds.skull", folder / "game.skull")
    shutil.copytree(EXAMPLES / "magpie", folder, dirs_exist_ok=True)
    (folder / "games").mkdir()
    shutil.copy(EXAMPLES / "three_rounds.skull", folder / "games")
    for kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind == "python" and "class Timid" in body:
            (folder / "timid.py").write_text(body, encoding="utf-8")
    (folder / "my_module.py").write_text("from magpie import Magpie as MyBot\n", encoding="utf-8")


def of_page(page: Path) -> list[list[str]]:
    found = commands(page.read_text(encoding="utf-8"))
    return [words for words, whole in found if whole and words and not run_elsewhere(words)]


WITH_COMMANDS = [page for page in PAGES if of_page(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path, page)
    for words in of_page(page):
        program = {"calavera": ["-m", "calavera"], "python": []}[words[0]]
        done = subprocess.run(
            [sys.executable, *program, *shortened(words)[1:]],
            cwd=tmp_path,
            input="\n".join(ANSWERS * 500),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout[-500:]}{done.stderr}"


def benches() -> dict[str, set[str]]:
    """The programs in `bench` that pages name, each with all options that pages give it."""
    found: dict[str, set[str]] = {}
    for page in PAGES:
        for words, _ in commands(page.read_text(encoding="utf-8")):
            if words[:2] == ["python", "-m"] and words[2].startswith("bench."):
                options = {word for word in words[3:] if word.startswith("--")}
                found.setdefault(words[2], set()).update(options)
    return {program: options for program, options in found.items() if options}


@pytest.mark.parametrize(("program", "options"), sorted(benches().items()))
def test_programs_of_bench_have_the_options_that_pages_give(
    program: str, options: set[str]
) -> None:
    if program == "bench.parametric":
        pytest.importorskip("torch")
    done = subprocess.run(
        [sys.executable, "-m", program, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert options <= {*re.findall(r"--[a-z-]+", done.stdout)}
