"""Games as text: the notation, JSON, replay, perft."""

from calavera.record.errors import RecordError
from calavera.record.game import Game, IllegalMove
from calavera.record.perft import perft
from calavera.record.position import Position, first_position, play
from calavera.record.reading import read, read_record
from calavera.record.record import Comment, Record
from calavera.record.replay import last_position, positions, record_game, seen_by, states
from calavera.record.snapshot import snapshot
from calavera.record.writing import write_record

__all__ = [
    "Comment",
    "Game",
    "IllegalMove",
    "Position",
    "Record",
    "RecordError",
    "first_position",
    "last_position",
    "perft",
    "play",
    "positions",
    "read",
    "read_record",
    "record_game",
    "seen_by",
    "snapshot",
    "states",
    "write_record",
]
