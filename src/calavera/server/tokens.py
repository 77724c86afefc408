"""Unguessable words: the tokens by which people are known, the codes by which tables are."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which are read as digits."""

CODE_LENGTH: Final = 6
NO_TABLE: Final = "OOOO"
"""A code that no table has, to ask a store whether it answers."""

TOKEN_BYTES: Final = 32


def new_token() -> str:
    """A token for somebody new."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_token_id() -> str:
    """What a token is called by its owner; it tells nothing about the token."""
    return secrets.token_hex(8)


def identity_of(token: str) -> str:
    """What is kept of a token: whoever reads the store cannot sit on anybody's seat.

    It names the token in the store, and, for good, the identity that was made with it.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def new_code(random: Callable[[int], bytes]) -> str:
    """The code of a new table, each as likely as any other."""
    number = int.from_bytes(random(16), "big")  # so long that the remainder favours none
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)
