"""Strength of a network, by matches in the compiled simulator."""

from calavera.train.network import Network, NetworkPolicy, slots_of
from calavera.train.rollouts.rollout import Company, Policy, Rollout, Score, lineup_of, score_of

AT_ONCE = 1024
"""Games played in parallel."""


_SEED = 2**62
"""The seed of matches: not used in training, the same for all matches."""


def score(  # noqa: PLR0913  # all but two by name
    network: Network,
    opponent: Network | int,
    *,
    seats: int,
    learners: int,
    games: int = 4096,
    solved: bool = True,
) -> Score:
    """The score of a network on some seats against a network or a scripted player."""
    networks = [network] if isinstance(opponent, int) else [network, opponent]
    policies: dict[int, Policy] = dict(enumerate(map(NetworkPolicy, networks)))
    number = opponent if isinstance(opponent, int) else 1
    slots = max(map(slots_of, networks))
    lineup = lineup_of([Company(1.0, number, learners)])
    rollout = Rollout([seats], slots, min(AT_ONCE, games), _SEED, scored=games, solved=solved)
    rollout.score(policies, lineup)
    return score_of(lineup, 0)
