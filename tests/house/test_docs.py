"""The examples in the README and the docs are run: what they show is what happens."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from calavera.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, body)
        for page in PAGES
        for kind, body in FENCE.findall(page.read_text(encoding="utf-8"))
        if kind == language
    ]


def test_python_examples_run() -> None:
    names: dict[str, dict[str, object]] = {}  # the examples of a page build on each other
    for page, code in blocks("python"):
        if page == "client.md":  # needs a server: tests/client runs it
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, page, "exec"), names.setdefault(page, {}))
    assert len(names) >= 2


@pytest.mark.parametrize(("page", "session"), blocks("console"))
def test_console_examples_print_what_they_show(
    page: str,
    session: str,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(ROOT)
    commands = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    assert commands, page
    for command in commands:
        line, _, expected = command.partition("\n")
        program, *arguments = shlex.split(line)
        assert program == "calavera"
        main(arguments)
        printed = capfdbinary.readouterr()
        assert (printed.err + printed.out).decode() == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_decision_is_listed() -> None:
    listed = set(LINK.findall((ROOT / "docs/decisions/README.md").read_text()))
    assert listed == {path.name for path in (ROOT / "docs/decisions").glob("0*.md")}


def test_the_notation_is_the_one_the_parser_reads() -> None:
    example = dict(blocks(""))  # the last block without a language of each page
    assert "skull: 1" in example["README.md"]
