"""Statistics over many records; docs/arena.md defines each figure."""

from calavera.arena.stats.record_rows import (
    AttemptRow,
    BidRow,
    FlipRow,
    GameRow,
    PlayerRow,
    Rows,
    read_rows,
)

__all__ = ["AttemptRow", "BidRow", "FlipRow", "GameRow", "PlayerRow", "Rows", "read_rows"]
