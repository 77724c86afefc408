"""Makes the archives of `npm run python`. Runs in Pyodide: its Python reads the bytecode."""

import importlib.util
import io
import zipfile
from collections.abc import Iterator, Sequence
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Final

LIBRARY: Final = zipfile.Path("/lib/python314.zip")
PACKAGES: Final = Path("/sources")


def bytecode(name: str, source: bytes) -> bytes:
    """Compile a module without asserts and docstrings; the result depends on the source alone."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False))


def compiled(folder: Path | zipfile.Path, modules: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The bytecode of modules, by the names of their files."""
    for module in modules:
        path = module.replace(".", "/")
        names = (f"{path}.py", f"{path}/__init__.py")
        name = next((name for name in names if (folder / name).is_file()), None)
        if name is None:
            raise SystemExit(f"{module}: there is no such module any more; run npm run trace")
        yield f"{name}c", bytecode(name, (folder / name).read_bytes())


def packed(library: Sequence[str], packages: Sequence[str], data: Sequence[str]) -> bytes:
    """An archive of modules and files. It is not compressed: a host does that better as a whole."""
    files: list[tuple[str, bytes]] = [*compiled(LIBRARY, library)]
    files += compiled(PACKAGES, packages)
    files += [(name, (PACKAGES / name).read_bytes()) for name in data]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as members:
        for name, content in files:
            members.writestr(zipfile.ZipInfo(name), content)
    return archive.getvalue()


def members(archive: bytes) -> bytes:
    """The names in an archive, a line each."""
    return "\n".join(zipfile.ZipFile(io.BytesIO(archive)).namelist()).encode()
