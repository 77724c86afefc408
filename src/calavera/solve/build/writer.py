"""Writes what was solved into the booklet: what bots play by, and the proof of the tables."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from calavera.bots.ending.booklet import VERSION, PageName, choice_key, discard_key
from calavera.solve.build.page_folder import Solved, read_page
from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, every_position
from calavera.solve.model.flat_tree import flat_round
from calavera.solve.model.realization_plan import Flows, RealizationPlan
from calavera.solve.model.round_tree import End, round_tree


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
            page = read_page(folder, position)
            booklet.writestr(
                zipfile.ZipInfo(str(PageName(*position))), page, zipfile.ZIP_DEFLATED, 9
            )
    return content.getvalue()


def page_of(solved: Solved) -> bytes:
    """Both roles of a position, as `calavera.bots.ending.booklet` reads them."""
    about = {
        "version": VERSION,
        "tolerance": solved.tolerance,
        "seconds": round(solved.seconds, 3),
        "roles": [_role(solved, role) for role in (FIRST, SECOND)],
    }
    return json.dumps(about, separators=(",", ":")).encode()


def _role(solved: Solved, role: int) -> dict[str, Any]:
    forks, columns = _forks(solved.position, role)
    attempts = [node.told for node in round_tree(solved.position).nodes if node.is_attempt]
    promises = []
    owns, wins = solved.promises[role].units
    for own, (skull, none), plan in zip(owns, wins, solved.plans[role], strict=True):
        flows = _moves(plan)[columns]
        moves = np.flatnonzero(flows)
        promises.append(
            {
                "own": own,
                "skull": skull,
                "none": none,
                "moves": moves.tolist(),
                "flows": flows[moves].tolist(),
                "leaves": plan.leaf.tolist(),
                "keeps": plan.promise.tolist(),
                "weights": plan.weight.tolist(),
            }
        )
    numbers = {told: number for number, told in enumerate(attempts)}
    return {"forks": forks, "attempts": numbers, "promises": promises}


def _forks(position: DuelPosition, role: int) -> tuple[dict[str, list[Any]], list[int]]:
    """The choices of a player, and where a plan has the flow of each move."""
    nodes, flat = round_tree(position).nodes, flat_round(position)
    forks, columns, edge = dict[str, list[Any]](), list[int](), 0
    for node in nodes:
        for each in node.edges:
            if node.actor == role:
                key = choice_key(node.told, *node.privates[role][each.state])
                forks.setdefault(key, [len(columns)]).append(str(each.action))
                columns.append(edge)
            edge += 1
    attempts = [node for node in nodes if node.is_attempt]
    for number, node in enumerate(attempts):
        if node.actor == role and flat.following[number, End.OWN_SKULL] >= 0:
            forks[discard_key(node.told)] = [len(columns), "~F", "~S"]
            columns += [edge + 2 * number, edge + 2 * number + 1]
    return forks, columns


def _moves(plan: RealizationPlan) -> Flows:
    """The flow of every edge, and then of every discard."""
    return np.concatenate([plan.edges, plan.discards.ravel()])
