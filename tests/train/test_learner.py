"""Learning on a game whose equilibria are known."""

import numpy
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'calavera[train]'")

from calavera.train.learner import Learner, Settings, follow  # noqa: E402
from calavera.train.network import Network, NetworkPolicy, copy_of  # noqa: E402
from tests.train.kuhn import SITUATIONS, Chances, gather, nash_conv  # noqa: E402


def chances_to_bet(network: Network) -> tuple[Chances, Chances]:
    logits, values = NetworkPolicy(network)(numpy.eye(SITUATIONS, dtype=numpy.float32))
    shares = numpy.exp(logits.astype(float))
    return shares[:, 1] / shares.sum(1), values.astype(float)


@pytest.mark.parametrize("rnad_batches", [0, 50])
def test_self_play_comes_close_to_an_equilibrium_of_kuhn_poker(rnad_batches: int) -> None:
    torch.manual_seed(1)
    learner = Learner(Network(SITUATIONS, 2, hidden=32), seed=1)
    rng, batches = numpy.random.default_rng(1), 400
    uniform = nash_conv(numpy.full(SITUATIONS, 0.5))
    for batch in range(batches):
        plan, values = chances_to_bet(learner.network)
        settings = Settings(
            entropy=0.0 if rnad_batches else 0.2 * 0.05 ** (batch / batches),
            magnet=0.2,
            rnad_batches=rnad_batches,
            rate=2e-3,
            minibatch=256,
            magnet_pull=0.02,
            average_pull=0.01,
        )
        learner.learn(gather(plan, values, 512, rng), settings)
    assert uniform > 0.9
    assert nash_conv(chances_to_bet(learner.average)[0]) < 0.1


def test_a_strong_magnet_holds_the_network_back() -> None:
    def moved(magnet: float) -> float:
        torch.manual_seed(1)
        learner = Learner(Network(SITUATIONS, 2, hidden=32), seed=1)
        rng, before = numpy.random.default_rng(1), chances_to_bet(learner.network)[0]
        for _ in range(20):
            plan, values = chances_to_bet(learner.network)
            settings = Settings(entropy=0.0, magnet=magnet, rate=2e-3, magnet_pull=0.0)
            learner.learn(gather(plan, values, 256, rng), settings)
        return float(abs(chances_to_bet(learner.network)[0] - before).mean())

    assert moved(magnet=10.0) < moved(magnet=0.0) / 2


def test_the_magnet_follows_the_network() -> None:
    leader = Network(SITUATIONS, 2, hidden=8)
    follower = copy_of(Network(SITUATIONS, 2, hidden=8))
    for _ in range(50):
        follow(follower, leader, 0.5)
    for mine, theirs in zip(follower.parameters(), leader.parameters(), strict=True):
        assert torch.allclose(mine, theirs)
