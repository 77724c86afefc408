"""Puzzles: positions in which one decision is clearly right, with why."""

from calavera.review.puzzles.collection import puzzle_of_day, puzzles
from calavera.review.puzzles.puzzle import Level, Puzzle

__all__ = ["Level", "Puzzle", "puzzle_of_day", "puzzles"]
