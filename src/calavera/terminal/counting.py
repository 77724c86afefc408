"""Counting the ways a game can go on, with a word on how far it is."""

import sys

from calavera.record import Position
from calavera.record.perft import perft_by_move
from calavera.record.tokens import write_move


def count_moves(position: Position, depth: int, *, divide: bool) -> int:
    """How many; with `divide`, how many behind each first move is printed too."""
    total = 0
    for done, (move, count) in enumerate(perft_by_move(position, depth), start=1):
        total += count
        if divide and move is not None:
            print(f"{write_move(move)} {count}")
        elif sys.stderr.isatty():
            print(f"\r{done} first moves counted: {total}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty() and not divide:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return total
