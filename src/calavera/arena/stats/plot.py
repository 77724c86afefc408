"""Figures as a drawing."""

from collections.abc import Mapping
from typing import Final

from calavera.arena.chart import COLD, RED, Bar, Lane, Panel, Row, draw
from calavera.arena.proportion import Proportion
from calavera.arena.stats.figures import Figures
from calavera.console.wording import counted, percent

MOST_NAMES: Final = 16
"""More are not drawn: the table has all."""

FEW: Final = 30
"""What was counted less often is drawn faded."""

NOTE: Final = (
    f"n is how many were counted; a thin line is the 95 % interval; fewer than {FEW} are faded"
)


def plot(figures: Figures) -> str:
    """An SVG of everything that there is to draw."""
    panels = [
        _rates("Success by bid", "of the attempts with that bid", figures.success_by_bid),
        _rates(
            "Bluffs by bid", "bids that would turn over the bidder's own skull",
            figures.bluff_by_bid, RED,
        ),
        _flips(figures),
        _rates(
            "Success by table", "of the attempts at a table of so many players",
            figures.success_by_players,
        ),
        _first_player(figures),
        _characters(figures),
    ]  # fmt: skip
    title = f"{counted(figures.records, 'record')} of Skull"
    return draw(title, NOTE, [panel for panel in panels if panel.rows])


def _rates(title: str, note: str, rates: Mapping[int, Proportion], colour: str = COLD) -> Panel:
    rows = tuple(Row(str(key), (_bar(rate),)) for key, rate in rates.items())
    return Panel(title, note, rows, (Lane(colour=colour),))


def _bar(rate: Proportion, mark: float | None = None) -> Bar | None:
    if rate.share is None:
        return None
    text = f"{percent(rate.share)}, n {rate.tries:,}"
    return Bar(rate.share, text, rate.interval, mark, faded=rate.tries < FEW)


def _first_player(figures: Figures) -> Panel:
    rows = tuple(
        Row(f"{players} players", (_bar(rate, 1 / players),))
        for players, rate in figures.first_player.items()
    )
    return Panel("The first player wins", "finished games; the tick is a fair share", rows)


def _flips(figures: Figures) -> Panel:
    total = figures.flips.total()
    rows = tuple(
        Row(
            "own" if place == 0 else f"{place} on",
            (
                Bar(
                    rate.tries / total,
                    f"{percent(rate.tries / total)}, n {rate.tries:,}",
                    part=rate.hits / total,
                    faded=rate.tries < FEW,
                ),
            ),
        )
        for place, rate in figures.skull_by_place.items()
    )
    note = "of all flips, by mats clockwise from the challenger's own; red are skulls"
    return Panel("Where discs are flipped", note, rows)


def _characters(figures: Figures) -> Panel:
    names = figures.names[:MOST_NAMES]
    rows = tuple(
        Row(
            name,
            (
                _bar(Proportion(figures.wins[name], figures.places[name])),
                _bar(Proportion(figures.bluffs_by[name], figures.bids_by[name])),
            ),
        )
        for name in names
    )
    more = len(figures.names) - len(names)
    note = "wins of their places in finished games, and bluffs of their bids"
    note = f"{note}; {more:,} more are not drawn" if more else note
    return Panel("Who plays", note, rows, (Lane("wins"), Lane("bluffs", RED)))
