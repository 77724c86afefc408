"""Moves as tokens: an event caused by a player or by chance, in a few letters."""

import re
from typing import Final, TypeAlias, assert_never

from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    FirstNamed,
    LossUnseen,
    PlacementUnseen,
    SeatPassed,
)
from calavera.rules.model.discs import Disc
from calavera.rules.model.seats import Seat, seat_letter, seat_named

Move: TypeAlias = (
    DiscPlaced
    | PlacementUnseen
    | BidMade
    | SeatPassed
    | DiscFlipped
    | DiscLost
    | LossUnseen
    | DiscsShown
    | FirstNamed
)
"""The events that a record contains; all others follow from them by the rules."""

UNKNOWN: Final = "?"
RESULT: Final = "result:"
UNFINISHED: Final = "*"

_TOKEN: Final = re.compile(
    r"(?P<seat>[a-l])"
    r"(?:(?P<placed>[FS?])"
    r"|(?P<number>0|[1-9][0-9]*)"
    r"|(?P<passed>-)"
    r"|>(?P<flipped>[a-l][FS])"
    r"|~(?P<lost>[a-l][FS?])"
    r"|!(?P<shown>[FS]+)"
    r"|\^(?P<first>[a-l]))"
)
_DIGITS_THAT_MATTER: Final = 9
_LONGEST_KEPT: Final = 4


class _Moves(dict[str, "Move | None"]):
    """The move of each token; None for an unknown token.

    Moves are frozen, so those with short tokens, a few thousand at most, are cached.
    """

    def __missing__(self, token: str) -> Move | None:
        move = _read_move(token)
        if move is not None and len(token) <= _LONGEST_KEPT:
            self[token] = move
        return move


MOVES: Final = _Moves()


def read_move(token: str) -> Move:
    """The move of a token; raises ValueError for an unknown token."""
    move = MOVES[token]
    if move is None:
        raise ValueError(f"{token} is not a move")
    return move


def _read_move(token: str) -> Move | None:
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    seat = seat_named(found["seat"])
    kind, text = found.lastgroup, found[found.lastgroup or 0]
    match kind:
        case "placed":
            return PlacementUnseen(seat) if text == UNKNOWN else DiscPlaced(seat, Disc(text))
        case "number":
            return BidMade(seat, int(text[:_DIGITS_THAT_MATTER]))  # any more is too many anyway
        case "passed":
            return SeatPassed(seat)
        case "flipped":
            return DiscFlipped(seat, seat_named(text[0]), Disc(text[1]))
        case "lost":
            return _read_loss(seat, seat_named(text[0]), text[1])
        case "shown":
            return DiscsShown(seat, tuple(map(Disc, text)))
        case _:
            return FirstNamed(seat, seat_named(text))


def _read_loss(taker: Seat, loser: Seat, disc: str) -> Move:
    return LossUnseen(loser, taker) if disc == UNKNOWN else DiscLost(loser, taker, Disc(disc))


def write_move(move: Move) -> str:
    """The token of a move."""
    match move:
        case DiscPlaced(seat=seat, disc=disc):
            return f"{seat_letter(seat)}{disc}"
        case PlacementUnseen(seat=seat):
            return f"{seat_letter(seat)}{UNKNOWN}"
        case BidMade(seat=seat, number=number):
            return f"{seat_letter(seat)}{number}"
        case SeatPassed(seat=seat):
            return f"{seat_letter(seat)}-"
        case DiscFlipped(challenger=seat, mat=mat, disc=disc):
            return f"{seat_letter(seat)}>{seat_letter(mat)}{disc}"
        case DiscLost(seat=seat, taker=taker, disc=disc):
            return f"{seat_letter(taker)}~{seat_letter(seat)}{disc}"
        case LossUnseen(seat=seat, taker=taker):
            return f"{seat_letter(taker)}~{seat_letter(seat)}{UNKNOWN}"
        case DiscsShown(seat=seat, discs=discs):
            return f"{seat_letter(seat)}!{''.join(map(str, discs))}"
        case FirstNamed(seat=seat, first=first):
            return f"{seat_letter(seat)}^{seat_letter(first)}"
        case _:
            assert_never(move)
