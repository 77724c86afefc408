"""Names of opponents at a table."""

from typing import Final

TABLE_NAMES: Final = (
    "Lupe", "Nico", "Ximena", "Abel", "Paz", "Mateo", "Luz", "Tomas", "Ines", "Cruz", "Sol", "Ruy",
)  # fmt: skip
"""Short first names, more than a table of twelve has opponents."""
