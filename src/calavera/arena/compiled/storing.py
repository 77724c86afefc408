"""A game as a row of numbers, in and out."""

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.layout import (
    Attempt,
    Bidding,
    Game,
    PackedMoment,
    PackedTable,
    Stacks,
    Tribes,
)
from calavera.arena.encoding.arrays import Words

# Field by field: Numba has neither a star in calls nor loops over parts of different kinds. A test
# holds that both functions go through every field in its order.


@compiled
def load(row: Words) -> Game:
    """The game of a row."""
    return Game(
        PackedTable(row[0], row[1], row[2], row[3], row[4], row[5]),
        Tribes(row[6], row[7], row[8], row[9]),
        Stacks(row[10], row[11], row[12], row[13], row[14], row[15], row[16]),
        Bidding(row[17], row[18], row[19], row[20], row[21]),
        Attempt(row[22], row[23], row[24], row[25]),
        PackedMoment(row[26], row[27], row[28], row[29], row[30], row[31]),
    )


@compiled
def store(game: Game, row: Words) -> None:
    """Writes a game into its row."""
    at = 0
    for word in game.table:
        row[at] = word
        at += 1
    for word in game.tribes:
        row[at] = word
        at += 1
    for word in game.stacks:
        row[at] = word
        at += 1
    for word in game.bidding:
        row[at] = word
        at += 1
    for word in game.attempt:
        row[at] = word
        at += 1
    for word in game.moment:
        row[at] = word
        at += 1
