"""A player's own finished games in figures."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from calavera.bots import EVERY_BOT
from calavera.protocol.summary import (
    MOST_RIVALS,
    AttemptTally,
    BidTally,
    GameLine,
    RivalTally,
    SizeTally,
    Statistics,
    Tally,
)
from calavera.table.views.finished import count_up

MOST_GAMES: Final = 1000
"""How many games are counted: the latest ones."""


class _Rival(NamedTuple):
    name: str
    """Empty for a bot: of one kind, several may have different names."""
    bot: str | None


def statistics(games: Iterable[tuple[GameLine, Tally]]) -> Statistics:
    """Figures over one player's games."""
    sizes, bids, attempts = [dict[int, list[int]]() for _ in range(3)]
    rivals: dict[_Rival, list[int]] = {}
    for line, tally in games:
        has_won = line.winner == line.place
        count_up(sizes, len(line.names), 1, has_won)
        for number, *counts in tally.bids:
            count_up(bids, number, *counts)
        for bid, *counts in tally.attempts:
            count_up(attempts, bid, *counts)
        for rival in {_rival(line, place) for place in _others(line)}:
            is_winner = not has_won and rival == _rival(line, line.winner)
            count_up(rivals, rival, 1, has_won, is_winner)
    return Statistics(
        sum(games for games, _ in sizes.values()),
        sum(wins for _, wins in sizes.values()),
        tuple([SizeTally(players, *counts) for players, counts in sorted(sizes.items())]),
        tuple([BidTally(number, *counts) for number, counts in sorted(bids.items())]),
        tuple([AttemptTally(bid, *counts) for bid, counts in sorted(attempts.items())]),
        _rivals(rivals),
    )


def _others(line: GameLine) -> list[int]:
    return [place for place in range(len(line.names)) if place != line.place]


def _rival(line: GameLine, place: int) -> _Rival:
    """Whoever sat on a chair; people are told apart by the name they had, bots by their kind."""
    bot = line.bots[place]
    return _Rival(line.names[place] if bot is None else "", bot)


def _rivals(counts: dict[_Rival, list[int]]) -> tuple[RivalTally, ...]:
    """With whom a player played, most games first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1][0], _name(item[0])))
    return tuple([RivalTally(_name(rival), rival.bot, *n) for rival, n in ordered[:MOST_RIVALS]])


def _name(rival: _Rival) -> str:
    if rival.bot is None:
        return rival.name
    return EVERY_BOT[rival.bot].nickname if rival.bot in EVERY_BOT else rival.bot
