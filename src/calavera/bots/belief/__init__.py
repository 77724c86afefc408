"""A player that tracks the probability of every seat's skull."""

from calavera.bots.belief.player import Belief

__all__ = ["Belief"]
