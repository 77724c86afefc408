"""Exact play from the moment that two players are left, out of a booklet that the solver wrote.

The solver is heavy and sits in a higher layer; its result is data. Reading it needs the standard
library alone.
"""

from calavera.bots.ending.course import Course, is_ending

__all__ = ["Course", "is_ending"]
