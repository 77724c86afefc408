"""The short form of `make faults`, and that it can fail."""

from pathlib import Path

import pytest

from calavera.protocol.facts import Said
from calavera.table.logic.entry import Entry
from tests.server.faults import Ordeal, Told, _check_ids, faults
from tests.server.raw import run

pytestmark = pytest.mark.usefixtures("connection")


def test_a_server_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    came = run(faults(Ordeal(3, 7, 2), tmp_path))
    assert came.kills == 3
    assert came.acknowledged > 0
    assert came.reconnects >= 3


def test_a_server_that_tells_before_it_stores_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Told, match=r"gone|lost|otherwise"):
        run(faults(Ordeal(12, 7, 2, "tests.server.hasty"), tmp_path))


def test_a_doubled_command_would_be_noticed() -> None:
    entry = Entry(1, "c1", 0, (Said(1, "hello"),))
    with pytest.raises(Told, match="more than once"):
        _check_ids("ABCDEF", [entry, entry])
