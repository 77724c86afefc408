"""Verifiable dice.

Before anybody adds salt, the table commits to its secrets by publishing a hash of each: one secret
for open draws (the first player) and one for each player (which of their discs a blind pick
takes). Each draw is derived from its secret, the salts of all players and its place in the game. So
a table cannot choose its secrets to suit the salts, nor a player a salt to suit the secrets. After
the game each player learns their own secret, or everybody learns all of them if the table opens its
records. `docs/dice.md` explains the formula.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from calavera.rules import Player, Setup, State
from calavera.rules.events import DiscsShuffled, RoundBegan
from calavera.rules.model.discs import Disc, sorted_discs

VERSION: Final = "calavera-dice-1"
_RANGE: Final = 2**64

MOST_REMEMBERED: Final = 1000
"""Number of cached commitments, a kilobyte each; they change with every game."""


class Dice(NamedTuple):
    """The dice of one game."""

    master: str
    """Secret: the seed of all secrets."""
    table: str
    """The table's code."""
    game: int
    """The game's number at its table."""
    salts: tuple[str, ...]
    """Each player's salt."""

    def secret(self, player: Player | None) -> str:
        """The secret of a player's draws, or of the open draws."""
        return secret(self.master, player)

    def first(self, setup: Setup) -> RoundBegan:
        """The draw of the first player (R4)."""
        seats = setup.seats_in
        return RoundBegan(1, seats[draw(self.secret(None), self._label("first"), len(seats))])

    def pick(self, state: State) -> DiscsShuffled:
        """The disc that the blind pick will take (R24), when chance is to shuffle."""
        board = state.board
        if board.attempt is None:
            raise ValueError("no attempt has failed")
        challenger = board.attempt.challenger
        discs = sorted_discs(state.holdings[challenger].discs)
        own_secret = self.secret(board.setup.owner(challenger))
        return DiscsShuffled(
            challenger, picked(own_secret, self._label(f"pick/{board.round}"), discs)
        )

    def _label(self, what: str) -> str:
        return label(self.table, self.game, self.salts, what)


def secret(master: str, player: Player | None) -> str:
    """A secret derived from the master, as hexadecimal digits."""
    name = "open" if player is None else f"player/{player}"
    return _mac(master, f"{VERSION}/{name}").hex()


@lru_cache(MOST_REMEMBERED)
def commitments(master: str, players: int) -> tuple[str, ...]:
    """What a table publishes: a hash of the open draws' secret, then of each player's."""
    owners = [None, *map(Player, range(players))]
    return tuple([commitment(secret(master, owner)) for owner in owners])


def commitment(opened: str) -> str:
    """The hash of a secret."""
    return hashlib.sha256(bytes.fromhex(opened)).hexdigest()


def label(table: str, game: int, salts: Sequence[str], what: str) -> str:
    """The label of a draw: table, game, all salts, and what is drawn."""
    return f"{VERSION}/{table}/{game}/{','.join(salts)}/{what}"


def picked(opened: str, place: str, discs: Sequence[Disc]) -> Disc:
    """The disc that a blind pick takes, counting flowers first."""
    return discs[draw(opened, place, len(discs))]


def draw(opened: str, place: str, sides: int) -> int:
    """A uniform number from 0 to `sides` - 1, by rejection sampling."""
    highest = _RANGE - _RANGE % sides
    attempt = 0
    while True:
        number = int.from_bytes(_mac(opened, f"{place}/{attempt}")[:8], "big")
        if number < highest:
            return number % sides
        attempt += 1


def _mac(key: str, message: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), message.encode(), "sha256")
