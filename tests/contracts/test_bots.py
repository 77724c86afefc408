"""The contract of bots, for ours and the example project; and that violations are found."""

import importlib.util
import os
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from calavera.bots import BOTS, Bot, Uniform, acting_seat
from calavera.bots.contract import PROMISES, Broken, check_bot, checks
from calavera.bots.contract.tables import Moves, moves_of_a_game, random_setup
from calavera.rules import Action, Bid, Player, SeenEvent, Show, View

ROOT = Path(__file__).parents[2]
MAGPIE = ROOT / "docs/examples/magpie/magpie.py"


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KINDS: list[type[Bot]] = [*BOTS.values(), module_of(MAGPIE).Magpie]


@pytest.mark.parametrize("title", PROMISES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_bot_keeps_its_promises(kind: type[Bot], title: str) -> None:
    PROMISES[title](kind)


def test_the_other_worlds_are_other_ones() -> None:
    """Otherwise the promise to choose the same in both would be worthless."""
    others = 0
    for seed in range(8):
        rng = random.Random(seed)
        game: Moves = moves_of_a_game(random_setup(rng), rng)
        others += game.in_another_world(game.setup.viewer(Player(0)), rng) != game
    assert others >= 6


class Rogue(Uniform):
    """Bids too high."""

    def choose(self, view: View, rng: random.Random) -> Action:
        return Bid(99) if view.board.round > 1 else super().choose(view, rng)


class Proud(Uniform):
    """Shows its discs whenever it may."""

    def choose(self, view: View, rng: random.Random) -> Action:
        legal = acting_seat(view).legal
        return Show() if Show() in legal else super().choose(view, rng)


class Nostalgic(Uniform):
    """Fails without the beginning of the game."""

    def __init__(self) -> None:
        self.seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        self.seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        assert self.seen
        return super().choose(view, rng)


class Deaf(Uniform):
    """Raises on an event."""

    def see(self, event: SeenEvent) -> None:
        raise KeyError("no")


class Whimsical(Uniform):
    """Uses its own random generator."""

    def choose(self, view: View, rng: random.Random) -> Action:
        return super().choose(view, random.Random())


class Counting(Uniform):
    """Remembers its own choices, not what it saw."""

    asked = 0

    def choose(self, view: View, rng: random.Random) -> Action:
        self.asked += 1
        return super().choose(view, random.Random(self.asked))


class Slow(Uniform):
    """Promises too much."""

    budget = 1e-9


@pytest.mark.parametrize(
    ("kind", "title", "what"),
    [
        (
            Rogue,
            "legal wherever it is asked",
            r"chose [a-l]99; legal are .* \(2 players of a tribe",
        ),
        (Proud, "legal wherever it is asked", "shows its discs without need"),
        (Deaf, "legal wherever it is asked", "raised KeyError: 'no'"),
        (Nostalgic, "legal without a past", "raised AssertionError"),
        (Whimsical, "the same choice whatever others hide", "that looks the same to it"),
        (Counting, "the same choice after it was rebuilt", "when it was rebuilt"),
        (Slow, "no move over its budget", r"ms of CPU time for a move, more than its budget of 1e"),
    ],
)
def test_a_promise_that_is_broken_is_told_in_one_line(
    kind: type[Bot], title: str, what: str
) -> None:
    with pytest.raises(Broken, match=what) as caught:
        PROMISES[title](kind)
    assert "\n" not in str(caught.value)


def test_a_game_without_an_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_MOVES", 20)
    with pytest.raises(Broken, match="is at no end after 20 moves"):
        PROMISES["its games come to an end"](Uniform)


def test_check_bot_names_the_bot_and_the_promise() -> None:
    with pytest.raises(Broken, match=r"^uniform: legal wherever it is asked: chose "):
        check_bot(Rogue)


def test_the_contract_runs_on_a_third_party_bot() -> None:
    """As the example project says."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def run(bot: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "calavera.bots.contract", bot],
            cwd=MAGPIE.parent, env=environment, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip

    done = run("magpie:Magpie")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [f"magpie: {title}: kept" for title in PROMISES]
    assert run("magpie:Nobody").returncode == 2
