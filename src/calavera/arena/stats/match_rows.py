"""A saved match as plain rows, ready for a data frame."""

from pathlib import Path
from typing import NamedTuple

from calavera.arena.match.save_file import read_save_file


class MatchGameRow(NamedTuple):
    """One game of a match."""

    game: int  # its number in the plan
    block: int  # games of a block share their random numbers
    winner: int  # the player who won; 0 sits on seat a
    bot: str  # the bot that won
    moves: int  # how many choices the bots made
    rounds: int  # how many rounds it took
    loser: int | None  # the player who lost it by a fault; the winner is drawn by lot then
    fault: str | None  # what that player did


class MatchPlayerRow(NamedTuple):
    """One player of one game."""

    game: int  # the number of the game
    player: int  # where it sat; 0 on seat a
    bot: str  # which bot it was
    won: bool  # whether it won


class MatchRows(NamedTuple):
    """What happened in a match."""

    games: list[MatchGameRow]
    players: list[MatchPlayerRow]


def read_match(path: str | Path) -> MatchRows:
    """The games that `calavera arena --save` has kept so far, by number; the match may be running.

    Raises ArenaError, naming the file, where it cannot be read or is not of a match.
    """
    plan, results = read_save_file(Path(path))
    rows = MatchRows([], [])
    played = {game.number: game for result in results for game in result.games}
    for number, game in sorted(played.items()):
        bots = [plan.bots[bot] for bot in plan.game(number).seating]
        block, won = number // plan.block, game.winner
        rows.games.append(
            MatchGameRow(
                number,
                block,
                won,
                bots[won],
                game.moves,
                game.rounds,
                game.loser,
                game.fault or None,
            )
        )
        rows.players.extend(
            MatchPlayerRow(number, player, bot, player == won) for player, bot in enumerate(bots)
        )
    return rows
