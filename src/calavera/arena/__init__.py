"""Many games: the compiled simulator, arrays for learning, matches between bots, statistics.

Nothing here is loaded before it is used: the simulator needs numba and numpy, ratings need
openskill, the extra `calavera[research]`.
"""
