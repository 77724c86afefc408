"""The record of a table's game, as far as a reader may know it."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from calavera.protocol.facts import GameBegan, Played
from calavera.protocol.reasons import Reason, Refused
from calavera.record import Record, record_game, seen_by, write_record
from calavera.record.hints import hint_tags
from calavera.rules import PUBLIC, Event, Viewer, seat_letter
from calavera.table.dice.tags import DiceTags, write_dice_tags
from calavera.table.logic.admission import check_reader, may_read
from calavera.table.logic.entry import Entry
from calavera.table.logic.evolve import after
from calavera.table.logic.table import Game, Table
from calavera.table.views.scene import dice_seen


class PlayedGame(NamedTuple):
    """One game of a table's history."""

    game: Game
    """Its current or final state."""
    bots: tuple[str | None, ...]
    """The bot on each chair; None for members, whoever plays for them."""
    events: Sequence[Event]
    """Its events, including secrets."""
    authors: Sequence[int | None]
    """The member whose command each event followed from; None for bots and the clock."""
    began: int
    """When it began, in milliseconds since 1970."""
    ended: int
    """When the last event happened, in milliseconds since 1970."""


def record_text(entries: Iterable[Entry], number: int, identity: str) -> str:
    """The record of a finished game, as text for one reader; raises Refused."""
    table, played = find_game(entries, number)
    if played is None:
        raise Refused(Reason.NOT_FOUND)
    member = table.member_of(identity)
    check_reader(table, played.game, member)
    if played.game.outcome is None:
        raise Refused(Reason.NOT_FINISHED)
    return write_record(record_for(played, member.number if member else None))


def record_texts(
    entries: Iterable[Entry], numbers: Container[int], identity: str
) -> dict[int, str]:
    """The records of finished games that a reader may read, as text, by their numbers."""
    table, games = find_games(entries, numbers)
    member = table.member_of(identity)
    return {
        number: write_record(record_for(played, member.number if member else None))
        for number, played in games.items()
        if played.game.outcome is not None and may_read(table, played.game, member)
    }


def find_game(entries: Iterable[Entry], number: int) -> tuple[Table, PlayedGame | None]:
    """The current table, and one of its games if it was begun."""
    table, games = find_games(entries, (number,))
    return table, games.get(number)


def find_games(
    entries: Iterable[Entry], numbers: Container[int] | None = None
) -> tuple[Table, Mapping[int, PlayedGame]]:
    """The current table, and the games that were begun: all of them, or those of these numbers."""
    table, games = Table(), dict[int, PlayedGame]()
    events, authors, began = list[Event](), list[int | None](), 0
    for entry in entries:
        for fact in entry.facts:
            table = after(table, fact, entry.at)
            game = table.game
            if isinstance(fact, GameBegan):
                events, authors, began = [], [], entry.at
            elif isinstance(fact, Played) and game and (numbers is None or game.number in numbers):
                events.extend(fact.events)
                authors.extend([entry.by] * len(fact.events))
                bots = seated_bots(table, game)
                games[game.number] = PlayedGame(game, bots, events, authors, began, entry.at)
    return table, games


def seated_bots(table: Table, game: Game) -> tuple[str | None, ...]:
    """The bot on each chair of a game; None for members, whoever plays for them."""
    return tuple(
        [
            chair.bot if member is None else None
            for member, chair in zip(game.members, table.chairs, strict=True)
        ]
    )


def record_for(played: PlayedGame, member: int | None) -> Record:
    """The full record if the game is over and opens its record (R42).

    Otherwise a player's own view, and the public view for everybody else.
    """
    game = played.game
    viewer = _viewer(game, member)
    tags = {
        "date": _date(played.began),
        **_bot_tags(game),
        **hint_tags(seat for seat, _ in game.hints),
        **write_dice_tags(_dice(game, viewer)),
    }
    record = record_game(game.names, game.setup, played.events)
    if not game.is_open:
        record = seen_by(record, viewer)
    return Record(record.names, record.setup, record.first, record.moves, tuple(tags.items()))


def _bot_tags(game: Game) -> dict[str, str]:
    """The seats that programs played, if there were any."""
    seats = [seat_letter(game.viewer(place).seats[0]) for place in sorted(game.bots)]
    return {"bots": " ".join(seats)} if seats else {}


def _viewer(game: Game, member: int | None) -> Viewer:
    if member is None or member not in game.members:
        return PUBLIC
    return game.viewer(game.members.index(member))


def _dice(game: Game, viewer: Viewer) -> DiceTags:
    seen = dice_seen(game, viewer)
    secrets = seen.secrets or (None,) * len(seen.commitments)
    return DiceTags(game.dice.table, game.number, seen.commitments, seen.salts, secrets)


def _date(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()
