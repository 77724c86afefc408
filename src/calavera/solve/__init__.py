"""Computing strategies: two-player Skull solved, with proven bounds.

Nothing heavy is loaded before it is used: the tables need numpy, the solver numba, the exact layer
scipy: the extra `calavera[research]`.
"""
