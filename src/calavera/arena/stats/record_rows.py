"""Records as plain rows, ready for a data frame."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from calavera.arena.errors import ArenaError
from calavera.record import Position, RecordError, read
from calavera.record.position import Worlds
from calavera.record.reading import MOST_BYTES, Reading
from calavera.rules import Board, Seat, seat_letter
from calavera.rules.events import BidMade, DiscFlipped
from calavera.rules.model import phases
from calavera.rules.model.discs import SKULL
from calavera.rules.model.holding import is_bluff
from calavera.rules.model.seats import CLOCKWISE, LETTERS
from calavera.rules.model.values import fresh


class GameRow(NamedTuple):
    """One record."""

    record: str  # the file it was read from
    players: int  # how many play
    tribes: int  # seats per player, 1 or 2 (R35)
    placement: str  # the order of step 1 (R7): `simultaneous` or `first-last`
    full: bool  # whether every disc is known; else the record is a view
    moves: int  # how many moves it has
    rounds: int  # how many rounds began
    first: str  # the seat that began the first round, as a letter
    winner: str | None  # the winner's seat; none where the game is not finished
    ending: str | None  # how it was won: `second-success` (R30) or `last-one-in` (R31)


class PlayerRow(NamedTuple):
    """One player of one record."""

    record: str  # the file it was read from
    player: int  # their index, 0 for the first
    name: str  # what the record calls them
    first: bool  # whether they began the first round (R4)
    won: bool | None  # whether they won; none where the game is not finished


class BidRow(NamedTuple):
    """One bid, an opening or a raise."""

    record: str  # the file it was read from
    round: int  # the round it was made in
    seat: str  # the bidder's seat, as a letter
    player: int  # the bidder's index among the players
    number: int  # how many discs
    total: int  # how many lay on the table: the highest bid there could be (R12)
    opening: bool  # whether it opened the challenge
    bluff: bool | None
    """Whether it would turn over the bidder's own skull (R19).

    None where the writer of a view could not know when the bid was made. What comes out later
    would tell of those bids alone that were put to the test.
    """


class AttemptRow(NamedTuple):
    """One attempt that ended."""

    record: str  # the file it was read from
    round: int  # the round it was made in
    seat: str  # the challenger's seat, as a letter
    player: int  # the challenger's index among the players
    players: int  # how many players the game began with
    bid: int  # how many flowers were to be turned over
    flips: int  # how many discs were turned over, the last one included
    success: bool  # whether the bid was reached with flowers only (R21)


class FlipRow(NamedTuple):
    """One disc that was turned over."""

    record: str  # the file it was read from
    round: int  # the round it was turned over in
    seat: str  # the challenger's seat, as a letter
    mat: str  # the seat whose disc it was
    # The same, counted clockwise over the seats that are in from the challenger's own, 0.
    place: int
    skull: bool  # whether it was a skull


class Rows(NamedTuple):
    """What happened in records, a list for each kind of thing."""

    games: list[GameRow]
    players: list[PlayerRow]
    bids: list[BidRow]
    attempts: list[AttemptRow]
    flips: list[FlipRow]


def read_rows(files: Iterable[str | Path]) -> Rows:
    """The rows of all records, in order; a folder stands for the records in and below it.

    Raises ArenaError, naming the file, where one cannot be read or is not a record.
    """
    together = Rows([], [], [], [], [])
    for name in record_files(files):
        try:
            with Path(name).open("rb") as file:
                reading = read(file.read(MOST_BYTES + 1))
        except OSError as error:
            raise ArenaError(f"{name}: {error.strerror}") from None
        except RecordError as error:
            raise ArenaError(f"{name}: {error}") from None
        rows = rows_of(name, reading)
        together.games.extend(rows.games)
        together.players.extend(rows.players)
        together.bids.extend(rows.bids)
        together.attempts.extend(rows.attempts)
        together.flips.extend(rows.flips)
    return together


def record_files(names: Iterable[str | Path]) -> list[str]:
    """The files that are named, and in a folder all records."""
    files: list[str] = []
    for name in map(str, names):
        folder = Path(name)
        is_folder = name != "-" and folder.is_dir()
        files += sorted(map(str, folder.rglob("*.skull"))) if is_folder else [name]
    return files


def rows_of(name: str, reading: Reading) -> Rows:
    """The rows of one record."""
    record, positions = reading.record, reading.positions
    bids: list[BidRow] = []
    attempts: list[AttemptRow] = []
    flips: list[FlipRow] = []
    places: dict[Seat, int] = {}
    for at, move in enumerate(record.moves):
        if isinstance(move, BidMade):
            bids.append(_bid(name, positions[at], move))
        elif isinstance(move, DiscFlipped):
            board = positions[at].board
            places = places or _places_from(board, move.challenger)
            flips.append(_flip(name, board.round, move, places[move.mat]))
            if positions[at + 1].board.phase is not phases.FLIP:
                attempts.append(_attempt(name, board, move))
                places = {}
    return Rows([_game(name, reading)], _players(name, reading), bids, attempts, flips)


def _game(name: str, reading: Reading) -> GameRow:
    record, board = reading.record, reading.position.board
    setup, outcome = record.setup, board.outcome
    return GameRow(
        name, setup.players, setup.tribes, setup.placement.value, record.is_full,
        len(record.moves), board.round, seat_letter(record.first),
        seat_letter(outcome.seat) if outcome else None, outcome.ending.value if outcome else None,
    )  # fmt: skip


def _players(name: str, reading: Reading) -> list[PlayerRow]:
    record, outcome = reading.record, reading.position.board.outcome
    first, winner = record.setup.owner(record.first), outcome.winner if outcome else None
    return [
        PlayerRow(name, player, called, player == first, player == winner if outcome else None)
        for player, called in enumerate(record.names)
    ]


def _bid(name: str, position: Position, move: BidMade) -> BidRow:
    board, worlds = position
    seat, number = move.seat, move.number
    player, opening = board.mats[seat].owner, board.bidding is None
    bluff = _is_bluff(worlds[seat], number)
    row = (name, board.round, LETTERS[seat], player, number, board.total, opening, bluff)
    return fresh(BidRow, row)


@lru_cache(maxsize=4096)
def _is_bluff(worlds: Worlds, number: int) -> bool | None:
    """Whether the bidder would turn over its own skull (R19); none where a view leaves it open."""
    answers = {is_bluff(world.stack, number) for world in worlds}
    return answers.pop() if len(answers) == 1 else None


def _flip(name: str, number: int, move: DiscFlipped, place: int) -> FlipRow:
    seat, mat = LETTERS[move.challenger], LETTERS[move.mat]
    return fresh(FlipRow, (name, number, seat, mat, place, move.disc is SKULL))


def _places_from(board: Board, challenger: Seat) -> dict[Seat, int]:
    """The seats that are in, counted clockwise from the challenger's, 0."""
    others = CLOCKWISE[len(board.mats)][challenger]
    seats = [challenger, *[seat for seat in others if board.mats[seat].discs]]
    return {seat: place for place, seat in enumerate(seats)}


def _attempt(name: str, before: Board, move: DiscFlipped) -> AttemptRow:
    """The attempt that this flip ended: by a skull, or because the bid was reached (R21)."""
    bid = before.bidding.number if before.bidding else 0
    flips = before.attempt.flips + 1 if before.attempt else 0
    challenger = move.challenger
    return AttemptRow(
        name, before.round, seat_letter(challenger), before.mats[challenger].owner,
        before.setup.players, bid, flips, move.disc is not SKULL,
    )  # fmt: skip
