"""The rules once more, compiled by Numba: named tuples of machine words and small pure functions.

In the order to read them: `lanes`, `game`, then the moves as in a round, `placing`, `bidding`,
`attempt`, `losing`; `stepping`, `legal` and `observing` for players, `playout` for chance alone.
Python uses none of it directly: see `calavera.arena.simulator`.
"""

from importlib.util import find_spec

# Before anything that needs it, so that the refusal is one clear line.
if find_spec("numba") is None:
    raise ImportError(
        "the simulator needs numba, which is not installed: pip install 'calavera[arena]'"
    )
