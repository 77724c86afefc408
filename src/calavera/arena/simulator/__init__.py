"""The compiled simulator: a second implementation of the rules, for speed.

`play_random` plays batches of random games on all cores, `Batch` steps many games at once for a
learner, `Simulation` one for a bot. Actions are numbers and what a seat knows is an array of a
fixed size: see `docs/arrays.md`. Held to `calavera.rules` by playing the same games in both.
"""

from calavera.arena.encoding.action_numbers import ACTIONS, ACTIONS_VERSION, action_of, number_of
from calavera.arena.encoding.arrays import Bytes, Results, Words
from calavera.arena.encoding.observation import OBSERVATION, OBSERVATION_VERSION, observe
from calavera.arena.simulator.packing import packed
from calavera.arena.simulator.random_games import RandomGames, play_random
from calavera.arena.simulator.simulation import Simulation
from calavera.arena.simulator.start import Start
from calavera.arena.simulator.unpacking import unpacked
from calavera.arena.simulator.vector import Batch

__all__ = [
    "ACTIONS",
    "ACTIONS_VERSION",
    "OBSERVATION",
    "OBSERVATION_VERSION",
    "Batch",
    "Bytes",
    "RandomGames",
    "Results",
    "Simulation",
    "Start",
    "Words",
    "action_of",
    "number_of",
    "observe",
    "packed",
    "play_random",
    "unpacked",
]
