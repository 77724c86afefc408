"""Random tokens of people and codes of tables."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits."""

CODE_LENGTH: Final = 6
NO_TABLE: Final = "OOOO"
"""A code that no table has, to probe a store."""

TOKEN_BYTES: Final = 32


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_token_id() -> str:
    """The public id of a token; independent of the token itself."""
    return secrets.token_hex(8)


def token_hash(token: str) -> str:
    """The only trace of a token in the store, so that reading the store gives no access.

    The hash of an identity's first token is also the identity's permanent name.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def new_code(random: Callable[[int], bytes]) -> str:
    """A uniformly distributed code for a new table."""
    number = int.from_bytes(random(16), "big")  # so long that the modulo bias vanishes
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)
