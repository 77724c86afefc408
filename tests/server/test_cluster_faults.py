"""The short form of `make cluster-faults`, and that it can fail."""

from pathlib import Path

import pytest

from tests.server.backends import needs_both
from tests.server.cluster_faults import Cluster, Trial, Verdict, trial
from tests.server.faults import Told
from tests.server.linear import Anomaly
from tests.server.raw import run

pytestmark = needs_both


def tried(asked: Trial, folder: Path) -> Verdict:
    cluster = Cluster(folder, asked.servers, asked.module)
    try:
        return run(trial(asked, folder, cluster))
    finally:
        cluster.stop_backends()


@pytest.mark.parametrize(("servers", "faults", "seed"), [(2, 3, 1), (3, 6, 5)])
def test_a_cluster_that_is_broken_loses_nothing_that_it_acknowledged(
    tmp_path: Path, servers: int, faults: int, seed: int
) -> None:
    came = tried(Trial(faults, seed, servers, 3), tmp_path)
    assert len(came.recoveries) == faults
    assert came.summary.acknowledged > 0
    assert came.looks > came.calls > 0
    print(f"slowest: {came.slowest[0]}, {came.slowest[1]:.2f} s")


def test_a_cluster_that_tells_before_it_stores_is_caught(tmp_path: Path) -> None:
    with pytest.raises((Told, Anomaly)):
        tried(Trial(6, 7, 2, 3, "tests.server.hasty_quick"), tmp_path)
