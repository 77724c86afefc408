"""An exported network plays like the trained one."""

import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'calavera[train]'")

from calavera.arena.encoding.action_numbers import CHANCE  # noqa: E402
from calavera.bots.network import Tracker, inputs, legal_choices  # noqa: E402
from calavera.bots.network.choices import EVERYTHING  # noqa: E402
from calavera.bots.network.policy import Policy  # noqa: E402
from calavera.bots.network.weights_file import read_weights, write_weights  # noqa: E402
from calavera.rules import Disc, Phase, Player, new_game, redact, set_up, view  # noqa: E402
from calavera.train.checkpoints import save  # noqa: E402
from calavera.train.export import exported, main  # noqa: E402
from calavera.train.network import Network, new_network  # noqa: E402
from tests.train.test_inputs import played  # noqa: E402


def decided_network(slots: int) -> Network:
    """Random weights with logits as large as those of a trained network."""
    network = new_network(slots, seed=slots, hidden=64)
    with torch.no_grad():
        network.head.weight.mul_(300.0)
    return network


@pytest.mark.parametrize("seats", [3, 6])
def test_the_champion_has_the_same_chances_as_the_network(seats: int, tmp_path: Path) -> None:
    networks = {3: decided_network(3), 6: decided_network(6)}
    path = tmp_path / "weights.bin"
    path.write_bytes(write_weights([exported(network) for network in networks.values()]))
    read, decisions, sharp = read_weights(path), 0, 0
    for seed in range(10):
        setup = set_up(seats)
        tracker = Tracker(setup)
        for move in played(new_game(setup), random.Random(seed)):
            board = move.state.board
            if move.seat != CHANCE and sum(1 for mat in board.mats if mat.discs) > 2:
                (own,) = view(move.state, setup.viewer(Player(move.seat))).own
                legal = legal_choices(own, board)
                shares = [option.share for option in Policy(read).mix(own, tracker).values()]
                if legal:
                    slots = 3 if sum(1 for mat in board.mats if mat.discs) == 3 else 6
                    with torch.no_grad():
                        logits, _ = networks[slots](torch.tensor([inputs(own, tracker, slots)]))
                    expected = torch.softmax(logits[0, list(legal)], 0).tolist()
                    assert shares == pytest.approx(expected, abs=1e-3)
                    decisions += 1
                    sharp += max(expected) > 0.7 and len(legal) > 1
            for event in move.events:
                tracker.take(redact(event, setup.viewer(Player(0))))
    assert decisions > 200
    assert sharp > 20


def test_the_worth_of_choices_is_fitted(tmp_path: Path) -> None:
    save(new_network(3, seed=1, hidden=16).state_dict(), tmp_path / "latest.pt")
    target = tmp_path / "weights.bin"
    main([str(tmp_path / "latest.pt"), "--to", str(target), "--decisions", "70000"])
    (network,) = read_weights(target)
    # A bid for everything is worth less over the own skull.
    setup = set_up(3)
    clean, doomed = list[float](), list[float]()
    for seed in range(5):
        tracker = Tracker(setup)
        for move in played(new_game(setup), random.Random(seed)):
            if move.state.board.phase is Phase.ADD:
                (own,) = view(move.state, setup.viewer(Player(move.seat))).own
                gain = network.of(inputs(own, tracker, 3)).gains[EVERYTHING]
                (doomed if Disc.SKULL in own.holding.stack else clean).append(gain)
            for event in move.events:
                tracker.take(redact(event, setup.viewer(Player(0))))
    assert min(len(clean), len(doomed)) > 5
    assert sum(clean) / len(clean) > sum(doomed) / len(doomed) + 0.005
