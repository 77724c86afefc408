"""Training runs: saved, resumed, interrupted."""

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'calavera[train]'")

from calavera.cli import main  # noqa: E402
from calavera.train.checkpoints import LATEST, claimed, read  # noqa: E402
from calavera.train.compiled.regulars import REGULARS  # noqa: E402
from calavera.train.errors import TrainError  # noqa: E402
from calavera.train.plan import FILE, Plan, kept_plan  # noqa: E402
from calavera.train.training import CURVES, JOURNAL, Training  # noqa: E402

TINY = Plan(
    (3, 4),
    games=64,
    batch=512,
    batches=2,
    snapshots=1,
    exploiters=2,
    exploiter_batches=1,
    hidden=16,
)


def train(folder: Path, segments: int) -> Training:
    training = Training(kept_plan(folder, TINY), folder)
    training.run(lambda: training.segment >= segments, lambda line: None)
    return training


def weights(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = read(folder / LATEST)["network"]
    return found


def same(mine: dict[str, Any], yours: dict[str, Any]) -> bool:
    return all(torch.equal(mine[name], yours[name]) for name in mine | yours)


def test_a_resumed_run_comes_to_the_same_weights(tmp_path: Path) -> None:
    train(tmp_path / "whole", 4)
    train(tmp_path / "parts", 1)
    early = weights(tmp_path / "parts")
    train(tmp_path / "parts", 3)
    train(tmp_path / "parts", 4)
    assert same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    assert not same(weights(tmp_path / "whole"), early)


def test_the_pool_grows_and_the_journal_tells_of_exploiters(tmp_path: Path) -> None:
    train(tmp_path, 2)
    assert len(list((tmp_path / "pool").glob("past-*.pt"))) == 2
    assert len(list((tmp_path / "pool").glob("exploiter-*.pt"))) == 1
    rows = [json.loads(line) for line in (tmp_path / JOURNAL).read_text().splitlines()]
    assert [row["segment"] for row in rows] == [1, 2]
    drawing = (tmp_path / CURVES).read_text()
    assert drawing.count("<polyline") == len(REGULARS) + 2
    assert {"exploiter_gain_3", "exploiter_gain_4", "one_sitter_wins"} <= rows[1].keys()


@pytest.mark.parametrize("from_scratch", [False, True])
def test_an_exploiter_is_trained_and_resumed(
    tmp_path: Path, from_scratch: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    train(tmp_path / "victim", 1)
    command = ["train", "--seats", "3", "4", "--exploit", str(tmp_path / "victim" / LATEST)]
    command += ["--from-scratch"] * from_scratch

    def exploit(folder: Path, segments: int) -> None:
        kept_plan(folder, TINY)
        assert main([*command, "--folder", str(folder), "--segments", str(segments)]) == 0

    exploit(tmp_path / "whole", 2)
    exploit(tmp_path / "parts", 1)
    exploit(tmp_path / "parts", 2)
    assert same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    assert not same(weights(tmp_path / "whole"), weights(tmp_path / "victim"))
    assert capsys.readouterr().out.count("segment 2: 0.0 M decisions; gain at 3 ") == 2


def test_games_are_played_on_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'calavera[ray]'")
    kept_plan(tmp_path, TINY)
    command = ["train", "--seats", "3", "4", "--folder", str(tmp_path), "--ray", "local"]
    assert main([*command, "--segments", "2"]) == 0
    assert "segment 2" in capsys.readouterr().out
    assert read(tmp_path / LATEST)["batches"] == 2 * TINY.batches
    assert main([*command[:-1], "nowhere.invalid:1"]) == 2
    assert "--ray nowhere.invalid:1: cannot connect" in capsys.readouterr().err


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    kept_plan(tmp_path, TINY)
    with pytest.raises(TrainError, match="holds a run for --seats 3 4 --seed 0"):
        kept_plan(tmp_path, Plan((5,)))
    (tmp_path / FILE).write_text("{")
    with pytest.raises(TrainError, match=FILE):
        kept_plan(tmp_path, TINY)


def test_one_process_trains_in_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "--folder", str(tmp_path), "--segments", "0"]
    with claimed(tmp_path):
        assert main(command) == 2
        assert "another process trains in it" in capsys.readouterr().err
    assert main(command) == 0


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / LATEST).write_bytes(b"none")
    with pytest.raises(TrainError, match="not a checkpoint"):
        Training(TINY, tmp_path)


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / FILE).write_text(json.dumps(asdict(TINY)))
    command = [
        sys.executable,
        "-m",
        "calavera",
        "train",
        "--seats",
        "3",
        "4",
        "--folder",
        str(folder),
    ]
    # Tests in the background ignore SIGINT, and so would the command.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        signal.signal(signal.SIGINT, before)
        assert run.stdout is not None
        assert "segment 1" in run.stdout.readline()
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=300)
    assert run.returncode == 130
    assert "the same command resumes after segment" in said
    segment = read(folder / LATEST)["segment"]
    train(folder, segment + 1)
    train(tmp_path / "whole", segment + 1)
    assert same(weights(folder), weights(tmp_path / "whole"))
