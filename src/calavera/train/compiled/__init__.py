"""Training games, compiled by Numba: what players see, choose and play."""
