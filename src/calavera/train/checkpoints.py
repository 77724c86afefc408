"""The files of a run: the latest state, and the networks of the pool."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from calavera.bots.network.choices import choice_count
from calavera.bots.network.weights_file import Network as Played
from calavera.bots.network.weights_file import read_weights
from calavera.train.errors import TrainError
from calavera.train.learner import Learner
from calavera.train.network import Network

try:
    import fcntl
except ImportError:  # a platform without these locks
    fcntl = None  # type: ignore[assignment]

LATEST = "latest.pt"


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Lock a folder; raises TrainError if another process trains in it.

    The lock ends with the process, however it ends; the file stays.
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
        raise TrainError(
            f"--folder {folder}: another process trains in it; choose another folder"
        ) from None
    finally:
        os.close(lock)


def save(content: dict[str, Any], path: Path) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read(path: Path) -> dict[str, Any]:
    """Read a checkpoint; raises TrainError if it is damaged."""
    try:
        content: dict[str, Any] = torch.load(path, weights_only=True)
    except OSError as error:
        raise TrainError(f"{path}: {error.strerror}") from None
    except (RuntimeError, ValueError, EOFError, UnpicklingError):
        raise TrainError(f"{path}: not a checkpoint, or damaged") from None
    return content


def save_learner(learner: Learner, segment: int, folder: Path) -> None:
    """Save everything that the next segment depends on."""
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
    """Restore a learner; return the next segment, 0 in a new folder."""
    path = folder / LATEST
    if not path.exists():
        return 0
    content = read(path)
    for part in ("network", "magnet", "average", "optimiser"):
        getattr(learner, part).load_state_dict(content[part])
    learner.batches = content["batches"]
    return int(content["segment"])


def network_of(weights: dict[str, torch.Tensor]) -> Network:
    """A network with these weights, of the size that they imply."""
    hidden, inputs = weights["body.0.weight"].shape
    network = Network(inputs, len(weights["head.bias"]) - 1, hidden)
    network.load_state_dict(weights)
    return network


def read_network(path: Path, slots: int = 0) -> Network:
    """The averaged network of a checkpoint, or the one for `slots` seats in exported weights."""
    if path.suffix == ".bin":
        networks = [each for each in read_weights(path) if each.slots >= slots]
        if not networks:
            raise TrainError(f"{path}: no network for {slots} seats")
        return network_of(_tensors(networks[0]))
    content = read(path)
    return network_of(content.get("average", content))


def _tensors(played: Played) -> dict[str, torch.Tensor]:
    """The weights of a network that was exported, without what was fitted to it later."""
    names, weights = ("body.0", "body.2", "head"), dict[str, torch.Tensor]()
    outputs = (None, None, choice_count(played.slots) + 1)
    for name, layer, kept in zip(names, played.layers, outputs, strict=True):
        weights[f"{name}.weight"] = torch.tensor(layer.columns).T[:kept]
        weights[f"{name}.bias"] = torch.tensor(layer.bias)[:kept]
    return weights
