"""The rules, compiled by Numba: named tuples of machine words and small pure functions.

In the order to read them: `lanes`, `layout`, then the moves as in a round, `placing`, `bidding`,
`attempt`, `losing`; `stepping`, `legal` and `observing` for players, `playout` for chance alone.
Python uses none of it directly: see `calavera.arena.simulator`.
"""
