"""How strong a network is: matches in the compiled simulator."""

from calavera.train.network import Network, NetworkPolicy, slots_of
from calavera.train.rollout import Company, Policy, Rollout, Score, lineup_of, score_of

AT_ONCE = 1024
"""Games that are played side by side."""


_SEED = 2**62
"""Other games than those of training, the same for all matches."""


def score(
    network: Network,
    opponent: Network | int,
    *,
    seats: int,
    learners: int,
    games: int = 4096,
) -> Score:
    """How a network does on some seats, the others being another network or a scripted player."""
    networks = [network] if isinstance(opponent, int) else [network, opponent]
    policies: dict[int, Policy] = dict(enumerate(map(NetworkPolicy, networks)))
    number = opponent if isinstance(opponent, int) else 1
    slots = max(map(slots_of, networks))
    lineup = lineup_of([Company(1.0, number, learners)])
    rollout = Rollout([seats], slots, min(AT_ONCE, games), _SEED, games)
    rollout.score(policies, lineup)
    return score_of(lineup, 0)
