"""What a game's end adds to the players' own lists of finished games.

A line holds what the table saw, and a tally is made from the player's own discs and from open
events. So neither tells more than the player knew at the end, whether the record opens (R42) or
not.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from calavera.protocol.facts import Played, Readmitted, Removed
from calavera.protocol.summary import AttemptTally, BidTally, GameLine, Rivals, Summary, Tally
from calavera.rules import Disc, Player, Seat
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscPlaced,
    GameEnded,
    RoundBegan,
)
from calavera.rules.model.holding import is_bluff
from calavera.table.logic.entry import Entry
from calavera.table.logic.table import Table
from calavera.table.views.game_record import PlayedGame

Key = TypeVar("Key")


class Finished(NamedTuple):
    """A finished game in the list of one of its players."""

    identity: str
    """The player."""
    line: GameLine
    """What the list shows."""
    tally: Tally
    """What the player did."""


class Removal(NamedTuple):
    """Somebody was removed from a table, or readmitted: until then they may not read its games."""

    identity: str
    """Who."""
    is_removed: bool
    """Whether they are removed now."""


class ListChanges(NamedTuple):
    """What an entry changes in lists of tables and of finished games."""

    summary: Summary | None = None
    """The table's line in lists, if it changed."""
    finished: tuple[Finished, ...] = ()
    """The game that ended, for each person who sat in it."""
    removals: tuple[Removal, ...] = ()
    """Who may no longer read the table's games, or may again."""


def ends_game(entry: Entry) -> bool:
    """Whether a game ended with this entry."""
    return any(
        isinstance(fact, Played) and fact.events and isinstance(fact.events[-1], GameEnded)
        for fact in entry.facts
    )


def removals_in(table: Table, entry: Entry) -> tuple[Removal, ...]:
    """Who was removed or readmitted by this entry."""
    return tuple(
        [
            Removal(table.members[fact.member - 1].identity, isinstance(fact, Removed))
            for fact in entry.facts
            if isinstance(fact, Removed | Readmitted)
        ]
    )


def finished(table: Table, played: PlayedGame) -> tuple[Finished, ...]:
    """A finished game for the lists of all people who sat in it; nothing for a running one."""
    if played.game.outcome is None:
        return ()
    biddings = [*_biddings(played)]
    return tuple(
        [
            Finished(
                table.members[member - 1].identity,
                _line(table.code, played, place),
                _tally(biddings, Player(place)),
            )
            for place, member in enumerate(played.game.members)
            if member is not None
        ]
    )


def rivals_of(line: GameLine) -> Rivals:
    """What kind of opponents a player had."""
    others = [bot for place, bot in enumerate(line.bots) if place != line.place]
    if None not in others:
        return Rivals.BOTS
    return Rivals.MIXED if any(others) else Rivals.PEOPLE


def _line(code: str, played: PlayedGame, place: int) -> GameLine:
    game = played.game
    outcome = game.outcome
    assert outcome is not None
    return GameLine(
        code,
        game.number,
        played.began,
        played.ended,
        game.names,
        played.bots,
        place,
        outcome.winner,
        outcome.ending,
        game.state.board.round,
        game.setup.tribes,
    )


class _Bid(NamedTuple):
    player: Player
    number: int
    is_own: bool
    """Whether the player made it, and not a bot that played for them."""
    is_bluff: bool
    is_answered: bool
    """Whether it could still be raised."""


def tally(played: PlayedGame, player: Player) -> Tally:
    """What a player did in a game."""
    return _tally(_biddings(played), player)


def _tally(biddings: Iterable[tuple[list[_Bid], bool]], player: Player) -> Tally:
    bids, attempts = dict[int, list[int]](), dict[int, list[int]]()
    for bidding, is_success in biddings:
        for bid, reply in zip(bidding, [*bidding[1:], None], strict=True):
            if bid.player == player and bid.is_own:
                believed = reply is not None and reply.player != player
                fooled = believed and bid.is_bluff
                count_up(bids, bid.number, 1, bid.is_bluff, bid.is_answered, believed, fooled)
        last = bidding[-1]
        if last.player == player and last.is_own:
            count_up(attempts, last.number, 1, is_success)
    return Tally(
        tuple([BidTally(number, *counts) for number, counts in sorted(bids.items())]),
        tuple([AttemptTally(number, *counts) for number, counts in sorted(attempts.items())]),
    )


def count_up(counts: dict[Key, list[int]], key: Key, *more: int) -> None:
    """Add to the counts of a key."""
    counts[key] = [sum(both) for both in zip(counts.get(key, [0] * len(more)), more, strict=True)]


def _biddings(played: PlayedGame) -> Iterator[tuple[list[_Bid], bool]]:
    """The bids of each bidding, with whether the attempt that followed succeeded."""
    owner, members = played.game.setup.owner, played.game.members
    stacks, bidding = dict[Seat, list[Disc]](), list[_Bid]()
    for event, author in zip(played.events, played.authors, strict=True):
        match event:
            case RoundBegan():
                stacks, bidding = {}, []
            case DiscPlaced(seat, disc):
                stacks.setdefault(seat, []).append(disc)
            case BidMade(seat, number):
                player, total = owner(seat), sum(map(len, stacks.values()))
                own = author is not None and author == members[player]
                bluff = is_bluff(stacks[seat], number)
                bidding.append(_Bid(player, number, own, bluff, number < total))
            case AttemptSucceeded() | AttemptFailed():
                yield bidding, isinstance(event, AttemptSucceeded)
