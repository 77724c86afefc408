"""Fits the judge of a review: `python -m bench.judge play 4000 FOLDER`, then `fit FOLDER`.

`play` keeps the games of mixed bots as inputs and winners; `fit` trains on nine games of ten,
prints the loss on the tenth, and writes src/calavera/review/chances/judge.bin.
"""

import argparse
import random
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from calavera.bots.network.tracker import Tracker
from calavera.record import Record, states
from calavera.review.chances.inputs import rows
from calavera.review.chances.judge import PATH, WIDTHS, write_judge
from calavera.review.chances.sight import sight
from calavera.review.self_play import mixed_game
from calavera.rules import PUBLIC, Seat, new_game, redact
from calavera.rules.events import RoundBegan

CHUNK: Final = 100
KEPT_SHARE: Final = 0.5
"""Neighbouring positions are alike, so every other one is enough."""

DECAY: Final = 3e-4
"""Positions of a game share one winner, so it is easy to learn games by heart."""

Array = np.ndarray[Any, np.dtype[Any]]


def samples(record: Record, rng: random.Random) -> list[tuple[Array, int]]:
    """Positions of a game from random viewpoints: the rows of the seats in, and who won."""
    setup, tracker = record.setup, Tracker(record.setup)
    state = new_game(setup, record.first)
    tracker.take(RoundBegan(1, record.first))
    found: list[tuple[Array, list[Seat]]] = []
    for event, after in states(record):
        state = after
        tracker.take(redact(event, PUBLIC))
        if state.board.outcome is None and rng.random() < KEPT_SHARE:
            kind = rng.randrange(3)
            known = () if kind == 0 else setup.seats if kind == 1 else (rng.choice(setup.seats_in),)
            told = rows(sight(tracker, state, known))
            found.append((np.array(list(told.values()), np.float16), list(told)))
    assert state.board.outcome is not None
    winner = state.board.outcome.seat
    return [(inputs, seats.index(winner)) for inputs, seats in found]


def play(games: int, first: int, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for start in range(first, first + games, CHUNK):
        inputs, counts, winners = [], [], []
        for seed in range(start, start + CHUNK):
            for x, winner in samples(mixed_game(seed), random.Random(seed)):
                inputs.append(x)
                counts.append(len(x))
                winners.append(winner)
        np.savez_compressed(
            folder / f"{start}.npz",
            inputs=np.concatenate(inputs),
            counts=np.array(counts),
            winners=np.array(winners),
        )
        print(start + CHUNK, len(counts), flush=True)


def load(paths: list[Path]) -> tuple[Array, Array, Array]:
    """Rows, padded to six a position; which exist; who won."""
    parts = [np.load(path) for path in paths]
    counts = np.concatenate([part["counts"] for part in parts])
    winners = np.concatenate([part["winners"] for part in parts])
    flat = np.concatenate([part["inputs"] for part in parts])
    return flat, counts, winners


class Adam:
    """The usual optimizer."""

    def __init__(self, values: list[Array]) -> None:
        self.first = [np.zeros_like(value) for value in values]
        self.second = [np.zeros_like(value) for value in values]
        self.steps = 0

    def step(self, values: list[Array], slopes: list[Array], rate: float) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for number, slope in enumerate(slopes):
            self.first[number] += 0.1 * (slope - self.first[number])
            self.second[number] += 0.001 * (slope * slope - self.second[number])
            values[number] -= scale * self.first[number] / (np.sqrt(self.second[number]) + 1e-8)


def forward(values: list[Array], x: Array) -> tuple[Array, Array, Array]:
    w1, b1, w2, b2, w3, b3 = values
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    return h1, h2, (h2 @ w3 + b3)[:, 0]


def shares(logits: Array, counts: Array) -> tuple[Array, Array]:
    """The softmax over the rows of each position, and where each position begins."""
    begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
    most = np.repeat(np.maximum.reduceat(logits, begins), counts)
    weights = np.exp(logits - most)
    return weights / np.repeat(np.add.reduceat(weights, begins), counts), begins


def loss_of(values: list[Array], data: tuple[Array, Array, Array]) -> float:
    flat, counts, winners = data
    _, _, logits = forward(values, flat.astype(np.float32))
    found, begins = shares(logits, counts)
    return float(-np.log(found[begins + winners]).mean())


def fit(folder: Path, epochs: int) -> None:
    paths = sorted(folder.glob("*.npz"), key=lambda path: int(path.stem))
    held = paths[::10]
    data, test = load([path for path in paths if path not in held]), load(held)
    flat, counts, winners = data
    begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
    rng = np.random.default_rng(1)
    sizes = list(pairwise(WIDTHS))
    values: list[Array] = []
    for inputs, outputs in sizes:
        scale = np.sqrt(2 / inputs) * (0.1 if outputs == 1 else 1.0)
        values += [
            (rng.standard_normal((inputs, outputs)) * scale).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
    optimizer = Adam(values)
    batch = 1024
    best, kept = 9.9, values
    for epoch in range(epochs):
        order = rng.permutation(len(counts))
        for at in range(0, len(order) - batch + 1, batch):
            chosen = np.sort(order[at : at + batch])
            sized = counts[chosen]
            starts = np.concatenate([[0], np.cumsum(sized)[:-1]])
            index = np.repeat(begins[chosen] - starts, sized) + np.arange(sized.sum())
            x = flat[index].astype(np.float32)
            h1, h2, logits = forward(values, x)
            found, _ = shares(logits, sized)
            found[starts + winners[chosen]] -= 1.0
            slope = (found / batch)[:, None].astype(np.float32)
            w2, w3 = values[2], values[4]
            d2 = (slope @ w3.T) * (h2 > 0)
            d1 = (d2 @ w2.T) * (h1 > 0)
            slopes = [
                x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ slope, slope.sum(0),
            ]  # fmt: skip
            slopes = [s + DECAY * v for s, v in zip(slopes, values, strict=True)]
            optimizer.step(values, slopes, 1e-3 * 0.5 ** (epoch / (epochs / 4)))
        measured = loss_of(values, test)
        if measured < best:
            best, kept = measured, [value.copy() for value in values]
        print(f"epoch {epoch + 1}: {measured:.4f} on held-out games", flush=True)
    PATH.write_bytes(write_judge([(kept[n].tolist(), kept[n + 1].tolist()) for n in (0, 2, 4)]))
    print(f"{PATH}: {PATH.stat().st_size:,} bytes, {best:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--epochs", type=int, default=24)
    options = parser.parse_args()
    if options.what == "play":
        play(options.games, options.first, options.folder)
    else:
        fit(options.folder, options.epochs)


if __name__ == "__main__":
    main()
