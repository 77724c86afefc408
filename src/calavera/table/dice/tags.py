"""The dice of a record: header lines from which anybody can check the draws."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calavera.record import Record
from calavera.record.errors import quoted
from calavera.table.dice.draws import VERSION

NOTHING: Final = "-"
"""Stands for an empty salt, and for a secret that the reader may not know."""

_HASH: Final = re.compile("[0-9a-f]{64}").fullmatch
_SALT: Final = re.compile("[0-9a-f]{1,64}").fullmatch
_NUMBER: Final = re.compile("[0-9]{1,16}").fullmatch


class BadDice(ValueError):
    """A header with malformed dice tags."""


class DiceTags(NamedTuple):
    """The dice of a game, as far as a reader may know them."""

    table: str
    """The table's code."""
    game: int
    """The game's number at its table."""
    commitments: tuple[str, ...]
    """Published before the game: for the open draws, then for each player."""
    salts: tuple[str, ...]
    """Each player's salt."""
    secrets: tuple[str | None, ...]
    """The secrets that the reader may know, in the order of the commitments."""


def write_dice_tags(dice: DiceTags) -> dict[str, str]:
    """The header lines for the dice."""
    tags = {
        "dice": VERSION,
        "table": dice.table,
        "game": str(dice.game),
        "commitments": " ".join(dice.commitments),
        "salts": " ".join(salt or NOTHING for salt in dice.salts),
    }
    if any(dice.secrets):
        tags["secrets"] = " ".join(secret or NOTHING for secret in dice.secrets)
    return tags


def read_dice_tags(record: Record) -> DiceTags | None:
    """The dice of a record, None if it has no dice tags; raises BadDice."""
    tags = dict(record.tags)
    if "dice" not in tags:
        return None
    if tags["dice"] != VERSION:
        raise BadDice(f"dice: {quoted(tags['dice'])} is not supported; expected {VERSION}")
    game = _tag(tags, "game")
    if not _NUMBER(game):
        raise BadDice(f"game: {quoted(game)} is not a number")
    players = record.setup.players
    commitments = _words(tags, "commitments", players + 1)
    salts = ["" if salt == NOTHING else salt for salt in _words(tags, "salts", players)]
    secrets: Sequence[str | None] = (None,) * (players + 1)
    if "secrets" in tags:
        words = _words(tags, "secrets", players + 1)
        secrets = [None if secret == NOTHING else secret for secret in words]
    for key, value in (*_each("commitments", commitments), *_each("secrets", secrets)):
        if value is not None and not _HASH(value):
            raise BadDice(f"{key}: {quoted(value)} is not 64 hexadecimal digits")
    for salt in salts:
        if salt and not _SALT(salt):
            raise BadDice(f"salts: {quoted(salt)} is not up to 64 hexadecimal digits")
    return DiceTags(
        _tag(tags, "table"), int(game), tuple(commitments), tuple(salts), tuple(secrets)
    )


def _each(key: str, values: Sequence[str | None]) -> list[tuple[str, str | None]]:
    return [(key, value) for value in values]


def _tag(tags: Mapping[str, str], key: str) -> str:
    if key not in tags:
        raise BadDice(f"the header has dice, but no line {key}:")
    return tags[key]


def _words(tags: Mapping[str, str], key: str, count: int) -> list[str]:
    words = _tag(tags, key).split()
    if len(words) != count:
        raise BadDice(f"{key}: expected {count} entries, got {len(words)}")
    return words
