"""Finds out which modules and files are needed, and when. Runs in Pyodide, on our sources."""

import io
import json
import sys
from pathlib import Path
from typing import Any, Final

SOURCES: Final = "/sources/"
LIBRARY: Final = "/lib/python314.zip"
LEFT_OUT: Final = {
    "ssl": "asyncio does without: a worker opens no sockets",
    "bz2": "zipfile and shutil do without: nothing is packed so",
    "lzma": "the same",
    "compression.zstd": "the same",
}
"""Modules of the library that others try to import, and why they need not succeed."""

opened: set[str] = set()


def without_left_out() -> bytes:
    """The library without them."""
    import zipfile  # noqa: PLC0415  what is traced must not have it already

    paths = tuple(name.replace(".", "/") for name in LEFT_OUT)
    library = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(library, "w") as rest:
        for name in whole.namelist():
            if not any(name == f"{path}.py" or name.startswith(f"{path}/") for path in paths):
                rest.writestr(name, whole.read(name))
    return library.getvalue()


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(SOURCES):
        opened.add(arguments[0].removeprefix(SOURCES))


def seen() -> dict[str, set[str]]:
    """What was needed up to now. The interpreter itself contains some modules."""
    needed: dict[str, set[str]] = {"library": set(), "packages": set(), "data": set()}
    for module in [*sys.modules.values()]:
        spec = getattr(module, "__spec__", None)
        origin = str(spec and spec.origin)
        if origin.startswith(LIBRARY):
            needed["library"].add(spec.name)
        elif origin.startswith(SOURCES):
            needed["packages"].add(spec.name)
    needed["data"] = {name for name in opened if not name.endswith((".py", ".pyc"))}
    return needed


async def trace() -> str:
    """What a first table needs, and what everything else needs besides, as JSON."""
    sys.path[:0] = [SOURCES, "/repository"]
    sys.addaudithook(_watch)
    import calavera.local.browser  # noqa: F401, PLC0415  what the worker starts
    from tests.local.pages import first_table  # noqa: PLC0415

    folder = Path("/tmp")
    await first_table(folder)
    first = seen()
    from tests.local.features import features  # noqa: PLC0415

    await features(folder)
    every = seen()
    # A package of the library is in one place.
    begun = {name.partition(".")[0] for name in first["library"]}
    first["library"] |= {name for name in every["library"] if name.partition(".")[0] in begun}
    return json.dumps(
        {
            "first": {kind: sorted(names) for kind, names in first.items()},
            "later": {kind: sorted(names - first[kind]) for kind, names in every.items()},
        }
    )
