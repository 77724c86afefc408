"""Puzzles in the terminal: the one of a day, and making new ones."""
