"""The `belief` bot of version 0.1, frozen: what later bots are measured with. Nothing fits it."""

from bench.yardstick.belief_bot import Belief

__all__ = ["Belief"]
