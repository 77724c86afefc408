"""Writes what was solved into the booklet that bots play by."""

import io
import json
import sys
import zipfile
from array import array
from pathlib import Path
from typing import Any

import numpy.typing as npt

from calavera.bots.ending.booklet import VERSION, Place, choice_key
from calavera.solve.archive import Solved, read_solved
from calavera.solve.errors import SolveError
from calavera.solve.position import FIRST, SECOND, every_position
from calavera.solve.round_tree import round_tree


def write_booklet(folder: Path, path: Path) -> None:
    """Every position of a finished build in one file, the same bytes for the same build."""
    try:
        path.write_bytes(booklet_of(folder))
    except OSError as error:
        raise SolveError(f"{path}: {error.strerror}") from None


def booklet_of(folder: Path) -> bytes:
    """The booklet as it is kept."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as booklet:
        for position in every_position():
            page = page_of(read_solved(folder, position))
            booklet.writestr(zipfile.ZipInfo(str(Place(*position))), page, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()


def page_of(solved: Solved) -> bytes:
    """Both roles of a position, as `calavera.bots.ending.booklet` reads them."""
    roles = [_role(solved, role) for role in (FIRST, SECOND)]
    about = {"version": VERSION, "roles": [about for about, _ in roles]}
    line = json.dumps(about, separators=(",", ":")).encode()
    return b"\n".join([line, b"".join(numbers for _, numbers in roles)])


def _role(solved: Solved, role: int) -> tuple[dict[str, Any], bytes]:
    nodes = round_tree(solved.position).nodes
    forks, columns, edge = dict[str, list[Any]](), list[int](), 0
    for node in nodes:
        for each in node.edges:
            if node.actor == role:
                key = choice_key(node.told, *node.privates[role][each.state])
                forks.setdefault(key, [len(columns)]).append(str(each.action))
                columns.append(edge)
            edge += 1
    plans, promises = solved.plans[role], solved.promises[role]
    attempts = [node.told for node in nodes if node.is_attempt]
    about = {
        "moves": len(columns),
        "parts": [len(plan.leaf) for plan in plans],
        "attempts": {told: number for number, told in enumerate(attempts)},
        "forks": forks,
    }
    numbers = [
        _numbers("d", promises.own),
        _numbers("d", promises.against.ravel()),
        *(_numbers("f", plan.edges[columns]) for plan in plans),
        *(_numbers("f", plan.keep) for plan in plans),
        *(_numbers("i", plan.leaf) for plan in plans),
        *(_numbers("i", plan.promise) for plan in plans),
        *(_numbers("d", plan.weight) for plan in plans),
    ]
    return about, b"".join(numbers)


def _numbers(kind: str, values: npt.NDArray[Any]) -> bytes:
    numbers = array(kind, values.tolist())
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
