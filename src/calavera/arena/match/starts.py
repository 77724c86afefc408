"""Start positions of a match: a file with one a line, as the notation's `start:` writes it."""

from pathlib import Path
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.record.errors import RecordError
from calavera.record.header import read_start, write_start
from calavera.rules import IllegalSetup, Placement, Setup, set_up

MOST_STARTS: Final = 100_000


def read_starts(path: Path, tribes: int, placement: Placement) -> tuple[tuple[str, ...], int]:
    """Return the positions and how many players each has; raises ArenaError, naming the line.

    Blank lines and what follows a `#` are left out; `start:` may precede a position.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ArenaError(f"--starts {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArenaError(f"--starts {path}: the file is not UTF-8 text") from None
    starts: list[str] = []
    players = 0
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip().removeprefix("start:").strip()
        if not text:
            continue
        setup = _read(path, number, text, tribes, placement)
        players = players or setup.players
        if setup.players != players:
            raise ArenaError(
                f"--starts {path}: line {number} has {setup.players} players, the lines before it"
                f" {players}; a match has tables of one size"
            )
        starts.append(write_start(setup.start))
        if len(starts) > MOST_STARTS:
            raise ArenaError(f"--starts {path}: more than {MOST_STARTS:,} positions")
    if not starts:
        raise ArenaError(f"--starts {path}: no position in this file, such as FFFS/0 FS/1 F/0")
    return tuple(starts), players


def _read(path: Path, line: int, text: str, tribes: int, placement: Placement) -> Setup:
    try:
        entries = read_start(line, text)
        if len(entries) % tribes:
            raise ArenaError(
                f"--starts {path}: line {line} has {len(entries)} seats; with two tribes each"
                " player has two (R35)"
            )
        return set_up(len(entries) // tribes, tribes=tribes, placement=placement, start=entries)
    except RecordError as error:
        raise ArenaError(f"--starts {path}: {error}") from None
    except IllegalSetup as error:
        raise ArenaError(f"--starts {path}: line {line}: {error}") from None
