"""Many games fast.

`calavera.arena.simulator` plays whole batches compiled. Nothing here is loaded before it is used:
the simulator needs numba and numpy, the extra `calavera[arena]`.
"""
