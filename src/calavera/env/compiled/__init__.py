"""Tables at which a learner plays against compiled opponents, for Numba."""
