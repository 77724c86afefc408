"""The kinds of array that pass between Python and compiled code."""

from typing import TypeAlias

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
