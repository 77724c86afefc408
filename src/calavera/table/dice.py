"""Dice that anybody can check.

Before anybody adds salt, the table binds itself to its secrets by publishing a hash of each: one
secret for the draws that all may know (who begins) and one for each player (which of its discs a
blind pick takes). Every draw is made from its secret, the salts of all players and the place in the
game, by the formula here. So a table cannot choose its secrets to suit the salts, nor a player its
salt to suit the secrets. After the game each secret opens to those whom its draws concern: a
player's own to that player, all of them to all where the table opens its records. `docs/dice.md`
has the formula for people.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from calavera.rules import Player, Setup, State
from calavera.rules.discs import Disc, sorted_discs
from calavera.rules.events import DiscsShuffled, RoundBegan

VERSION: Final = "calavera-dice-1"
_RANGE: Final = 2**64

MOST_REMEMBERED: Final = 1000
"""How many tables' commitments are kept; each is a kilobyte, and they change with every game."""


class Dice(NamedTuple):
    """The dice of one game."""

    master: str
    """Secret: what all secrets are made from."""

    table: str
    """The table's code."""

    game: int
    """The game's number at its table."""

    salts: tuple[str, ...]
    """What each player added."""

    def secret(self, player: Player | None) -> str:
        """The secret of a player's draws, or of the open ones."""
        return secret(self.master, player)

    def first(self, setup: Setup) -> RoundBegan:
        """Who begins (R4)."""
        seats = setup.seats_in
        return RoundBegan(1, seats[draw(self.secret(None), self._label("first"), len(seats))])

    def pick(self, state: State) -> DiscsShuffled:
        """The disc that the blind pick will take (R24), where chance is to shuffle."""
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
    """One of the secrets that a master makes, as hexadecimal digits."""
    name = "open" if player is None else f"player/{player}"
    return _mac(master, f"{VERSION}/{name}").hex()


@lru_cache(MOST_REMEMBERED)
def commitments(master: str, players: int) -> tuple[str, ...]:
    """What a table publishes: a hash of the open secret, then of each player's."""
    owners = [None, *map(Player, range(players))]
    return tuple([commitment(secret(master, owner)) for owner in owners])


def commitment(opened: str) -> str:
    """The hash of a secret."""
    return hashlib.sha256(bytes.fromhex(opened)).hexdigest()


def label(table: str, game: int, salts: Sequence[str], what: str) -> str:
    """The place of a draw: the table, the game, everybody's salt, and what is drawn."""
    return f"{VERSION}/{table}/{game}/{','.join(salts)}/{what}"


def picked(opened: str, place: str, discs: Sequence[Disc]) -> Disc:
    """The disc that a blind pick takes; they are counted flowers first."""
    return discs[draw(opened, place, len(discs))]


def draw(opened: str, place: str, sides: int) -> int:
    """A number from 0 to `sides` - 1, each equally likely: what is too high is drawn again."""
    highest = _RANGE - _RANGE % sides
    attempt = 0
    while True:
        number = int.from_bytes(_mac(opened, f"{place}/{attempt}")[:8], "big")
        if number < highest:
            return number % sides
        attempt += 1


def _mac(key: str, message: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), message.encode(), "sha256")
