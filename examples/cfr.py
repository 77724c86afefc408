"""CFR+ solves an ending with OpenSpiel, and the value is that of `calavera solve`.

python examples/cfr.py --start "F?/1 F?/1" --rounds 150
"""

import argparse

import pyspiel

import calavera.env.openspiel  # noqa: F401  # registers python_skull


def solve(start: str, rounds: int) -> tuple[float, float]:
    """The first player's chance to win, and how far from an equilibrium it can be."""
    parameters = {"players": len(start.split()), "start": start, "first": "a"}
    game = pyspiel.convert_to_cached_tree(pyspiel.load_game("python_skull", parameters))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    payoff = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    return (payoff + 1.0) / 2.0, pyspiel.nash_conv(game, policy) / 2.0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", default="F?/1 F?/1", help="two seats, the first one begins")
    parser.add_argument("--rounds", type=int, default=150)
    options = parser.parse_args()
    try:
        value, error = solve(options.start, options.rounds)
    except ValueError as problem:
        parser.error(str(problem))
    print(f"The first player wins {value:.4f} ± {error:.4f} of the games.")
