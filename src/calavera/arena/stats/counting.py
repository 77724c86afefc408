"""From the rows of records to figures."""

from calavera.arena.stats.figures import Figures
from calavera.arena.stats.record_rows import Rows
from calavera.console.wording import printable
from calavera.rules import Ending


def count(rows: Rows, figures: Figures) -> None:
    """Add what happened in one record, as far as it tells."""
    (game,) = rows.games
    names = [printable(player.name) for player in rows.players]
    figures.records += 1
    figures.views += not game.full
    figures.named.update(set(names))
    for bid in rows.bids:
        if bid.bluff is None:
            figures.bids_untold += 1
            continue
        name = names[bid.player]
        figures.bids[bid.number] += 1
        figures.bids_by[name] += 1
        figures.bluffs[bid.number] += bid.bluff
        figures.bluffs_by[name] += bid.bluff
    for flip in rows.flips:
        figures.flips[flip.place] += 1
        figures.skulls[flip.place] += flip.skull
    for attempt in rows.attempts:
        key = (attempt.players, attempt.bid)
        figures.attempts[key] += 1
        figures.successes[key] += attempt.success
    if game.ending is not None:
        _count_end(rows, names, figures)


def _count_end(rows: Rows, names: list[str], figures: Figures) -> None:
    (game,) = rows.games
    (winner,) = [player for player in rows.players if player.won]
    figures.games[game.players] += 1
    figures.first_won[game.players] += winner.first
    figures.endings[Ending(game.ending)] += 1
    figures.moves += game.moves
    figures.rounds += game.rounds
    figures.places.update(names)
    figures.wins[names[winner.player]] += 1
