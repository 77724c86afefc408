"""What is kept of a run: the latest state, and the networks of the pool."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from calavera.train.errors import TrainError
from calavera.train.learner import Learner
from calavera.train.network import Network

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

LATEST = "latest.pt"


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold a folder; raises TrainError where another process trains in it.

    The lock goes with the process, however that ends; the file stays.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise TrainError(f"--folder {folder}: {error.strerror}") from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise TrainError(f"--folder {folder}: another process trains there") from None
    finally:
        os.close(lock)


def save(content: dict[str, Any], path: Path) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read(path: Path) -> dict[str, Any]:
    """Read a file again; TrainError where it is damaged."""
    try:
        content: dict[str, Any] = torch.load(path, weights_only=True)
    except OSError as error:
        raise TrainError(f"{path}: {error.strerror}") from None
    except (RuntimeError, ValueError, EOFError, UnpicklingError):
        raise TrainError(f"{path}: not a checkpoint, or damaged") from None
    return content


def save_learner(learner: Learner, segment: int, folder: Path) -> None:
    """Keep all that the next segment depends on."""
    content = {
        "segment": segment,
        "batches": learner.batches,
        "network": learner.network.state_dict(),
        "magnet": learner.magnet.state_dict(),
        "average": learner.average.state_dict(),
        "optimiser": learner.optimiser.state_dict(),
    }
    save(content, folder / LATEST)


def resume_learner(learner: Learner, folder: Path) -> int:
    """Bring a learner to where a run was; returns the next segment, 0 in a new folder."""
    path = folder / LATEST
    if not path.exists():
        return 0
    content = read(path)
    for part in ("network", "magnet", "average", "optimiser"):
        getattr(learner, part).load_state_dict(content[part])
    learner.batches = content["batches"]
    return int(content["segment"])


def network_of(weights: dict[str, torch.Tensor]) -> Network:
    """A network of whatever size has these weights."""
    hidden, inputs = weights["body.0.weight"].shape
    network = Network(inputs, len(weights["head.bias"]) - 1, hidden)
    network.load_state_dict(weights)
    return network


def read_network(path: Path, which: str = "average") -> Network:
    """A network of a checkpoint: the latest one, its magnet or its average."""
    content = read(path)
    return network_of(content.get(which, content))
