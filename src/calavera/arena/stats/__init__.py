"""Statistics over many records, and matches as rows; docs/arena.md defines each figure."""

from calavera.arena.stats.match_rows import (
    MatchGameRow,
    MatchPlayerRow,
    MatchRows,
    read_match,
)
from calavera.arena.stats.record_rows import (
    AttemptRow,
    BidRow,
    FlipRow,
    GameRow,
    PlayerRow,
    Rows,
    read_rows,
)

__all__ = [
    "AttemptRow",
    "BidRow",
    "FlipRow",
    "GameRow",
    "MatchGameRow",
    "MatchPlayerRow",
    "MatchRows",
    "PlayerRow",
    "Rows",
    "read_match",
    "read_rows",
]
