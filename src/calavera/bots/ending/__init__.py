"""Exact play from the moment that two players are left, out of a booklet that the solver wrote.

The solver is a room above and heavy; what it found is data. Reading it needs the standard library
alone, so every opponent can play by it, wherever it sits.
"""

from calavera.bots.ending.course import Course, is_ending

__all__ = ["Course", "is_ending"]
