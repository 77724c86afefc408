"""What a release has to pass: `make release-check`, see docs/release.md.

Builds the sdist and the wheel twice, in two places, and compares them byte by byte. Installs the
wheel in an empty environment without Node or a compiler, plays a game there and loads the page.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
NODE_MODULES = Path("web/node_modules")
ANSWERS = ["f", "1", "b", "p", "s", "a", ""]  # one of them fits every question of a game
KEPT = re.compile(r"PIP_|SSL_|LANG|.*_proxy$", re.IGNORECASE)  # where packages come from
PAGES = ("index.html", "service-worker.js", "manifest.webmanifest", "python/manifest.json")


class Stated(NamedTuple):
    """The version and the day of the last release, as one file states them."""

    place: str
    version: str
    day: str | None = None
    """None where the file states no day."""


def stated_versions(root: Path = ROOT) -> list[Stated]:
    """What the package, the changelog and the citation say."""

    def found(place: str, *patterns: str) -> Stated:
        text = (root / place).read_text(encoding="utf-8")
        matches = [re.search(pattern, text, re.MULTILINE) for pattern in patterns]
        values = [value for match in matches if match for value in match.groups()]
        if len(values) < len(patterns):
            raise SystemExit(f"{place}: expected {' and '.join(patterns)}")
        return Stated(place, *values)

    return [
        found("src/calavera/__init__.py", r'^__version__ = "(.+)"$'),
        found("CHANGELOG.md", r"^## (\d\S+) \((\d{4}-\d\d-\d\d)\)$"),
        found("CITATION.cff", r"^version: (\S+)$", r"^date-released: (\S+)$"),
    ]


def disagreement(stated: Sequence[Stated]) -> str:
    """What is wrong with the versions, or an empty string."""
    versions = {each.version for each in stated}
    days = {each.day for each in stated if each.day}
    told = ", ".join(" ".join(filter(None, each)) for each in stated)
    return told if len(versions) > 1 or len(days) > 1 else ""


def run(
    command: Sequence[str],
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    typed: str = "",
) -> str:
    """What a command prints; ends the check with all its output if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env=env, input=typed, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def tracked() -> list[str]:
    """The files that git holds."""
    names = run(["git", "ls-files", "-z"]).split("\0")[:-1]
    return [name for name in names if (ROOT / name).exists()]


def copy_of_tree(place: Path) -> Path:
    """A copy of what git holds, with the installed tools that build the pages."""
    for name in tracked():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name, follow_symlinks=False)
    if (ROOT / NODE_MODULES).is_dir():
        shutil.copytree(ROOT / NODE_MODULES, place / NODE_MODULES, symlinks=True)
    return place


def build(place: Path) -> dict[str, Path]:
    """The sdist and the wheel that `python -m build` makes there, by name."""
    run([sys.executable, "-m", "build", "--outdir", str(place / "dist"), str(place)])
    return {path.name: path for path in sorted((place / "dist").iterdir())}


def differences(one: Path, other: Path) -> str:
    """Names of the members that two archives hold with different bytes."""
    if one.suffix != ".whl":
        return "the bytes differ"
    with zipfile.ZipFile(one) as a, zipfile.ZipFile(other) as b:
        names = sorted({*a.namelist(), *b.namelist()})
        both = {*a.namelist()} & {*b.namelist()}
        return ", ".join(n for n in names if n not in both or a.read(n) != b.read(n))


def check_reproducible(first: Mapping[str, Path], second: Mapping[str, Path]) -> None:
    """Ends the check unless two builds gave the same bytes."""
    if first.keys() != second.keys():
        raise SystemExit(f"two builds differ: {[*first]} and {[*second]}")
    for name, path in first.items():
        if path.read_bytes() != second[name].read_bytes():
            raise SystemExit(f"two builds of {name} differ: {differences(path, second[name])}")


def check_wheel(wheel: Path) -> None:
    """Ends the check unless the wheel holds the pages, and the package alone."""
    names = zipfile.ZipFile(wheel).namelist()
    missing = [page for page in PAGES if f"calavera/web/{page}" not in names]
    foreign = [name for name in names if not re.match(r"calavera(-[\d.]+\.dist-info)?/", name)]
    if missing or foreign or not wheel.name.endswith("-py3-none-any.whl"):
        raise SystemExit(f"{wheel.name}: missing {missing}, not of the package {foreign}")


def check_sdist(sdist: Path) -> None:
    """Ends the check if the sdist holds anything beside what git holds and the pages."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    foreign = {name for name in names if not name.startswith("src/calavera/web/")}
    if foreign := foreign - {*tracked(), "PKG-INFO"}:
        raise SystemExit(f"{sdist.name}: git does not hold {sorted(foreign)[:5]}")


def check_installed(wheel: Path, sdist: Path, version: str, place: Path) -> None:
    """Installs the wheel in an empty environment and uses it as a newcomer would.

    The sdist has to give the same wheel there.
    """
    bare = bare_environment(place)
    pip = [str(place / "bin/python"), "-m", "pip", "--quiet"]
    run([*pip, "wheel", "--no-deps", str(sdist)], env=bare, cwd=place)
    check_reproducible({wheel.name: wheel}, {path.name: path for path in place.glob("*.whl")})
    calavera = check_game(wheel, f"{version} (plain Python)", bare, place)
    check_page(calavera, bare, place)


def check_compiled(tree: Path, version: str, place: Path) -> None:
    """Builds a wheel with compiled modules for this machine, and plays with it."""
    if shutil.which("cc") is None:
        print("  no C compiler is installed: the compiled wheel is not tried")
        return
    asked = {**os.environ, "CALAVERA_COMPILE": "1", "CALAVERA_WEB": "ready"}
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(place), str(tree)], env=asked)
    (wheel,) = place.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    foreign = [name for name in names if not re.match(r"calavera(__mypyc|[/-])", name)]
    if foreign or not any(re.match(r"calavera/rules/decide\.\w+-.*\.so", name) for name in names):
        raise SystemExit(f"{wheel.name}: nothing compiled, or not of the package: {foreign}")
    check_game(wheel, f"{version} (compiled)", bare_environment(place / "clean"), place / "clean")
    print(f"  {wheel.name}  {wheel.stat().st_size:,} bytes")


def bare_environment(place: Path) -> dict[str, str]:
    """A new environment, and the variables to run its programs with."""
    venv.create(place, with_pip=True)
    bare = {name: value for name, value in os.environ.items() if KEPT.match(name)}
    # No Node, no compiler, nothing of ours.
    return bare | {"PATH": str(place / "bin"), "HOME": str(place)}


def check_game(wheel: Path, version: str, bare: Mapping[str, str], place: Path) -> str:
    """Installs a wheel and plays a game with it; returns the command."""
    pip = [str(place / "bin/python"), "-m", "pip", "--quiet"]
    run([*pip, "install", "--only-binary", ":all:", str(wheel)], env=bare, cwd=place)
    calavera = str(place / "bin/calavera")
    told = run([calavera, "--version"], env=bare, cwd=place).strip()
    if told != f"calavera {version}":
        raise SystemExit(f"calavera --version: {told}")

    game = [calavera, "play", "--players", "3", "--seed", "7", "--fast", "--record", "game.skull"]
    run(game, env=bare, cwd=place, typed="\n".join(ANSWERS * 500))
    replay = run([calavera, "replay", "game.skull", "--view", "a"], env=bare, cwd=place)
    if not re.search(r"^result: [abc]$", replay, re.MULTILINE):
        raise SystemExit(f"the game by pipes was not finished:\n{replay}")
    return calavera


def check_page(calavera: str, bare: Mapping[str, str], place: Path) -> None:
    """Starts a server and loads its first page."""
    serve = [calavera, "serve", "--port", "0", "--store", "sqlite:///game.db"]
    with subprocess.Popen(serve, env=bare, cwd=place, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(
                (m[0] for line in server.stdout if (m := re.search(r"http://127[\w.:]+", line))), ""
            )
            if not address:
                raise SystemExit("the server did not start")
            with urllib.request.urlopen(address, timeout=60) as answer:
                if b"<title>" not in answer.read():
                    raise SystemExit(f"{address} is not the page")
        finally:
            server.terminate()


def check_runners(wheel: Path, version: str) -> None:
    """Runs the wheel with uvx and pipx, those that are installed."""
    for program, options in (
        ("uvx", ["--from", str(wheel)]),
        ("pipx", ["run", "--spec", str(wheel)]),
    ):
        if shutil.which(program) is None:
            print(f"  {program} is not installed: not tried")
        elif version not in (told := run([program, *options, "calavera", "--version"])).split():
            raise SystemExit(f"{program}: {told}")


def main() -> None:
    """Run every check, and leave what was built in the folder `dist`."""
    stated = stated_versions()
    if wrong := disagreement(stated):
        raise SystemExit(f"versions disagree: {wrong}")
    version = stated[0].version
    print(f"Calavera {version}")
    if "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print("  CHANGELOG.md has unreleased changes: give them a version before you upload")
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        print("Building twice …", flush=True)
        # Both copies first: somebody may go on working.
        places = [copy_of_tree(place / "one"), copy_of_tree(place / "a-longer-path" / "two")]
        first, second = map(build, places)
        check_reproducible(first, second)
        for name, path in first.items():
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            print(f"  {name}  {path.stat().st_size:,} bytes, the same twice\n  sha256 {digest}")
        wheel, sdist = first.values()
        check_wheel(wheel)
        check_sdist(sdist)
        print("Installing the wheel and playing a game …", flush=True)
        check_installed(wheel, sdist, version, place / "clean")
        check_runners(wheel, version)
        print("The same with compiled modules …", flush=True)
        check_compiled(places[0], version, place / "compiled")
        shutil.copytree(wheel.parent, ROOT / "dist", dirs_exist_ok=True)
    print(f"Ready: dist/ has {' and '.join(first)}")


if __name__ == "__main__":
    main()
