"""From a record to figures."""

from calavera.arena.statistics.figures import Figures
from calavera.arena.words import printable
from calavera.record import Position, Record, first_position
from calavera.record.position import Worlds, steps
from calavera.rules import Board, Disc, Seat
from calavera.rules.board import enumerate_mats
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    GameEnded,
)


def count_record(record: Record, figures: Figures) -> None:
    """Add what happened in one record, as far as it tells."""
    names = [printable(name) for name in record.names]
    figures.records += 1
    figures.views += not record.is_full
    figures.named.update(set(names))
    position = first_position(record.setup, record.first)
    for move in record.moves:
        if isinstance(move, BidMade):
            _count_bid(position, move, names, figures)
        if isinstance(move, DiscFlipped):
            _count_flip(position.board, move, figures)
        for event, after in steps(position, move):
            position = after
            if isinstance(event, AttemptSucceeded | AttemptFailed):
                _count_attempt(position.board, event, figures)
            elif isinstance(event, GameEnded):
                _count_end(record, event, names, figures)
                figures.rounds += position.board.round


def _count_bid(position: Position, move: BidMade, names: list[str], figures: Figures) -> None:
    """As it was known when the bid was made.

    In a view, what comes out later would tell of those bids alone that were put to the test.
    """
    bluff = is_bluff(position.worlds[move.seat], move.number)
    if bluff is None:
        figures.bids_untold += 1
        return
    name = names[position.board.setup.owner(move.seat)]
    figures.bids[move.number] += 1
    figures.bids_by[name] += 1
    figures.bluffs[move.number] += bluff
    figures.bluffs_by[name] += bluff


def is_bluff(worlds: Worlds, number: int) -> bool | None:
    """Whether the bidder would turn over its own skull (R19); none where a view leaves it open."""
    answers = {Disc.SKULL in world.stack[::-1][:number] for world in worlds}
    return answers.pop() if len(answers) == 1 else None


def _count_flip(board: Board, move: DiscFlipped, figures: Figures) -> None:
    place = places_from(board, move.challenger).index(move.mat)
    figures.flips[place] += 1
    figures.skulls[place] += move.disc is Disc.SKULL


def places_from(board: Board, challenger: Seat) -> list[Seat]:
    """The seats that are in, clockwise from the challenger's."""
    seats = [seat for seat, mat in enumerate_mats(board) if not mat.out]
    own = seats.index(challenger)
    return seats[own:] + seats[:own]


def _count_attempt(board: Board, event: AttemptSucceeded | AttemptFailed, figures: Figures) -> None:
    bid = board.bidding.number if board.bidding else 0
    key = (board.setup.players, bid)
    figures.attempts[key] += 1
    figures.successes[key] += isinstance(event, AttemptSucceeded)


def _count_end(record: Record, event: GameEnded, names: list[str], figures: Figures) -> None:
    players, winner = record.setup.players, event.outcome.winner
    figures.games[players] += 1
    figures.first_won[players] += record.setup.owner(record.first) == winner
    figures.endings[event.outcome.ending] += 1
    figures.moves += len(record.moves)
    figures.places.update(names)
    figures.wins[names[winner]] += 1
