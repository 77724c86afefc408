"""The examples in the README and the docs are run: what they show is what happens."""

import ast
import contextlib
import io
import os
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import TypeGuard

import pytest

from calavera.bots import Bot
from calavera.bots.contract import check_bot
from calavera.cli import _options, main
from calavera.errors import UserError

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(
    r"(?<![\w/.~$}<%-])((?:[\w-]+/)*[\w-]+\.py)(?:::(\w+))?\b"  # a module, or a test in it
    r"|`((?:[\w-]+/)+)`"  # a folder
)
TOCTREE = re.compile(
    r"^(?::::\{toctree\}|\.\. toctree::)\n(.*?)(?:^:::|\Z)", re.MULTILINE | re.DOTALL
)
# By commands, or by the reader.
MADE = {"mutants/", "pool/", "site/", "dist/", "timid.py", "my_module.py"}
OURS = {"bench", "calavera", "tests"}
WRITTEN_BY_TESTS = re.compile(r"^tests/(arena|cli|server|terminal)/")


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
    bots = [each for page in names.values() for each in page.values() if is_example_bot(each)]
    assert len(bots) == 2
    for bot in bots:  # those of the README and of write-a-bot.md
        check_bot(bot)


def is_example_bot(value: object) -> TypeGuard[type[Bot]]:
    return isinstance(value, type) and value.__module__ == "builtins" and hasattr(value, "choose")


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


def commands(text: str) -> list[tuple[list[str], bool]]:
    """The commands of a page, and whether each is whole: sentences often omit arguments."""
    blocks = [body.replace("\\\n", " ") for kind, body in FENCE.findall(text) if kind == "sh"]
    lines = [(line, True) for body in blocks for line in body.splitlines()]
    mentioned = re.findall(r"`((?:calavera|make|python -m|pytest) [^`]+)`", FENCE.sub("", text))
    lines += [(line, False) for line in mentioned if "…" not in line]
    return [(shlex.split(line, comments=True), whole) for line, whole in lines]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    """Every command with its options, every target of make, every module and test."""
    targets = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    for words, whole in commands(page.read_text(encoding="utf-8")):
        match words:
            case ["calavera", *arguments] if "--help" not in arguments:
                try:
                    _options(arguments)
                except UserError as error:
                    if whole or re.search("unrecognized|is not a command", str(error)):
                        pytest.fail(f"{shlex.join(words)}: {error}")
            case ["make", target, *_]:
                assert target in targets, words
            case ["python", "-m", module, *_] if module.partition(".")[0] in OURS:
                assert find_spec(module), words
            case ["pytest", path, *_]:
                assert (ROOT / path).exists(), words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.resolve().parent / target).exists(), f"{page.name}: {target}"


def checked_in() -> list[str]:
    """Every file, except installed or built ones."""
    built = {"node_modules", "mutants", "dist", "__pycache__", "project.inlang", "reports"}
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            f for f in folders if f not in built and not re.match(r"\.(?!ci$|github$)", f)
        ]
        found += [str(Path(folder, name).relative_to(ROOT)) for name in files]
    return found


def test_paths_that_are_named_exist() -> None:
    """In pages, docstrings and comments; a path may omit its first folders."""
    files = checked_in()
    folders = {f"{folder}/" for path in files for folder in map(str, Path(path).parents)}
    ends = {
        "/".join(parts[first:]) + ("/" if path.endswith("/") else "")
        for path in [*files, *folders]
        for parts in [Path(path).parts]
        for first in range(len(parts))
    }
    missing = []
    for path in files:
        if not path.endswith((".md", ".py", ".toml", ".yml", "Makefile")):
            continue
        if WRITTEN_BY_TESTS.match(path):
            continue
        for module, test, folder in PATH.findall((ROOT / path).read_text(encoding="utf-8")):
            named = module or folder
            if named not in ends | MADE:
                missing.append(f"{path}: {named}")
            elif test and f"def {test}(" not in (ROOT / named).read_text():
                missing.append(f"{path}: {named}::{test}")
    assert not missing


def test_the_tour_shows_every_package() -> None:
    tree = dict(blocks(""))["tour.md"]
    shown: list[str] = []
    above: list[str] = []
    for line in tree.splitlines():
        indent, name = len(line) - len(line.lstrip()), line.split()[0]
        above = [*above[: indent // 2], name]
        shown.append("".join(above))
    packages = [path.parent for path in (ROOT / "src/calavera").rglob("__init__.py")]
    assert sorted(shown) == sorted(f"{path.relative_to(ROOT)}/" for path in packages)


def test_every_decision_is_listed() -> None:
    listed = set(LINK.findall((ROOT / "docs/decisions/README.md").read_text()))
    names = sorted(path.name for path in (ROOT / "docs/decisions").glob("0*.md"))
    assert listed == set(names)
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    docs = ROOT / "docs"
    pages = {
        str(path.relative_to(docs).with_suffix(""))
        for path in docs.rglob("*")
        if path.suffix in (".md", ".rst") and not path.name.startswith("0")  # decisions, see above
    }
    (below,) = re.findall(r"^BELOW = (\{.*?^\})", (docs / "conf.py").read_text(), re.M | re.S)
    levels: dict[str, list[str]] = ast.literal_eval(below)
    shown = [page for pages in levels.values() for page in pages if "*" not in page]
    shown += [
        str(Path(folder, line.rsplit("<")[-1].rstrip(">")))
        for folder, page in (("", "index.md"), ("api", "api/index.rst"))
        for entries in TOCTREE.findall((docs / page).read_text(encoding="utf-8"))
        for line in map(str.strip, entries.splitlines())
        if line and not line.startswith(":")
    ]
    assert sorted(shown) == sorted(pages - {"index"})


def test_the_notation_is_the_one_the_parser_reads() -> None:
    example = dict(blocks(""))  # the last block without a language of each page
    assert "skull: 1" in example["README.md"]


# A figure of the README, and the line of the page that measured it.
FIGURES = {
    "| 52.20 %, proven within ±0.00001 |": ("endgames.md", "wins **52.20 %** of the games"),
    "| wins 72.9 % (fair: 25 %) |": (
        "strength.md",
        "| champion | uniform | 67.9 % (61.8 to 73.5) | 72.9 %",
    ),
    "| 14,432,408 of 14,432,408 |": ("testing.md", "| positions | 14,432,408 | 0 |"),
    "| 0 of 149,843 |": ("testing.md", "| 100 | 91 | 149,843 | 0 | 0 |"),
    "| 1,380,000 |": ("performance.md", "| 4 players | 1,380,000 |"),
    "| 2,700 to 2,800, boardgame.io in memory 2,300 to 3,200 |": (
        "performance.md",
        "| boardgame.io, in memory | 2,300 to 3,200 |",
    ),
    "| 1.8 s |": ("performance.md", "| whole | 1.83 s |"),
}


def test_figures_of_the_readme_are_those_of_the_pages() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for figure, (page, line) in FIGURES.items():
        assert figure in readme
        assert line in (ROOT / "docs" / page).read_text(encoding="utf-8"), page
    rules = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    numbers = {*re.findall(r"\*\*(R\d+)\*\*", rules)}
    tests = "".join(path.read_text() for path in (ROOT / "tests/rulebook").glob("*.py"))
    assert numbers == {*re.findall(r"def test_(R\d+)_", tests)}
    assert f"| rules, each with tests that carry its number | {len(numbers)} |" in readme


def test_the_readme_is_read_in_a_minute() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
    pictures = [*(ROOT / "docs/pictures").iterdir()]
    assert sum(path.stat().st_size for path in pictures) < 1_500_000
