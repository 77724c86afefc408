"""The kinds of array that pass between Python and compiled code."""

from importlib.util import find_spec
from typing import TypeAlias

if find_spec("numba") is None:  # before anything that needs it, so that the error is one clear line
    raise ImportError(
        "the simulator needs numba, which is not installed: pip install 'calavera[research]'"
    )

import numpy
from numpy.typing import NDArray

Words: TypeAlias = NDArray[numpy.int64]
"""A stored game, or many: a row each."""

Counters: TypeAlias = NDArray[numpy.uint64]
"""The dice of many games."""

Bytes: TypeAlias = NDArray[numpy.int8]
"""Masks, observations, traces and seats."""

Results: TypeAlias = NDArray[numpy.int16]
"""How games ended: winning seat, ending, rounds, moves."""
