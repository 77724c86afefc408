"""A position as a JSON object in the terms of the notation."""

from typing import Final, TypedDict

from calavera.record.notation import UNKNOWN, write_move
from calavera.record.playable import playable, shows
from calavera.record.position import Position, Worlds
from calavera.rules.model import phases
from calavera.rules.model.board import Mat
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.seats import Seat, seat_letter

_PHASES_WITH_A_BID: Final = (phases.BID, phases.FLIP, phases.LOSE, phases.NAME_FIRST)


class SeatSnapshot(TypedDict):
    """One seat."""

    seat: str
    player: int
    hand: list[str]
    mat: list[str]
    flipped: int
    wins: int
    passed: bool
    out: bool


class Snapshot(TypedDict):
    """The whole position."""

    phase: str
    round: int
    turn: list[str]
    first: str | None
    bid: int | None
    bidder: str | None
    challenger: str | None
    winner: int | None
    total: int
    seats: list[SeatSnapshot]
    legal: list[str]
    shows: list[str]


def snapshot(position: Position) -> Snapshot:
    """The position after the last move, with the keys of the notation."""
    board = position.board
    bidding = board.bidding if board.phase in _PHASES_WITH_A_BID else None
    attempt = board.attempt if board.phase in _PHASES_WITH_A_BID else None
    return {
        "phase": board.phase.value,
        "round": board.round,
        "turn": [seat_letter(seat) for seat in board.turn],
        "first": None if board.first is None else seat_letter(board.first),
        "bid": bidding.number if bidding else None,
        "bidder": seat_letter(bidding.bidder) if bidding else None,
        "challenger": seat_letter(attempt.challenger) if attempt else None,
        "winner": board.outcome.winner if board.outcome else None,
        "total": board.total,
        "seats": [
            _seat(seat, board.mats[seat], position.worlds[seat]) for seat in board.setup.seats
        ],
        "legal": sorted(write_move(move) for move in playable(position)),
        "shows": [seat_letter(seat) for seat in shows(position)],
    }


def _seat(seat: Seat, mat: Mat, worlds: Worlds) -> SeatSnapshot:
    return {
        "seat": seat_letter(seat),
        "player": mat.owner,
        "hand": known_hand(worlds),
        "mat": known_stack(worlds),
        "flipped": mat.flipped,
        "wins": mat.wins,
        "passed": mat.passed,
        "out": mat.out,
    }


def known_hand(worlds: Worlds) -> list[str]:
    """The discs known to be in hand, then a ? for each of the rest."""
    flowers = min(world.hand.count(FLOWER) for world in worlds)
    skulls = min(world.hand.count(SKULL) for world in worlds)
    unknown = len(next(iter(worlds)).hand) - flowers - skulls
    return [FLOWER.value] * flowers + [SKULL.value] * skulls + [UNKNOWN] * unknown


def known_stack(worlds: Worlds) -> list[str]:
    """The stack bottom to top, ? for each unknown disc."""
    places = zip(*(world.stack for world in worlds), strict=True)
    return [str(discs[0]) if len(set(discs)) == 1 else UNKNOWN for discs in places]
