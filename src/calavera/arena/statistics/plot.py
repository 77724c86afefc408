"""Figures as a drawing."""

from collections.abc import Mapping
from typing import Final

from calavera.arena.chart import RED, Bar, Panel, draw
from calavera.arena.rate import Rate
from calavera.arena.statistics.figures import Figures
from calavera.arena.words import counted, percent

MOST_NAMES: Final = 16
"""More are not drawn: the table has all."""


def plot(figures: Figures) -> str:
    """An SVG of everything that there is to draw."""
    panels = [
        _rates("Success by bid", "of the attempts with that bid", figures.success_by_bid),
        _rates(
            "Success by table", "of the attempts at a table of so many players",
            figures.success_by_players,
        ),
        _first_player(figures),
        _rates(
            "Bluffs by bid", "bids that would turn over the bidder's own skull",
            figures.bluff_by_bid, colour=RED,
        ),
        _flips(figures),
        _characters(figures),
    ]  # fmt: skip
    title = f"{counted(figures.records, 'record')} of Skull"
    return draw(title, [panel for panel in panels if panel.bars])


def _rates(title: str, note: str, rates: Mapping[int, Rate], colour: str | None = None) -> Panel:
    bars = tuple(_bar(str(key), rate) for key, rate in rates.items())
    return Panel(title, note, bars) if colour is None else Panel(title, note, bars, colour=colour)


def _bar(label: str, rate: Rate, mark: float | None = None) -> Bar:
    share = rate.share or 0.0
    return Bar(label, share, f"{percent(share)} of {rate.tries:,}", rate.interval, mark)


def _first_player(figures: Figures) -> Panel:
    rates = figures.first_player
    bars = tuple(_bar(f"{players} players", rate, 1 / players) for players, rate in rates.items())
    return Panel("The first player wins", "finished games; the tick is a fair share", bars)


def _flips(figures: Figures) -> Panel:
    total = figures.flips.total()
    bars = tuple(
        Bar(
            "own" if place == 0 else f"{place} on",
            number / total,
            f"{percent(number / total)}, {number:,}",
        )
        for place, number in sorted(figures.flips.items())
    )
    most = max((bar.value for bar in bars), default=1.0)
    return Panel("Where discs are flipped", "mats clockwise from the challenger's own", bars, most)


def _characters(figures: Figures) -> Panel:
    names = figures.names[:MOST_NAMES]
    bars = tuple(
        Bar(name, figures.named[name], counted(figures.named[name], "game")) for name in names
    )
    most = max((bar.value for bar in bars), default=1.0)
    more = len(figures.names) - len(names)
    note = f"games with them; {more:,} more are not drawn" if more else "games with them"
    return Panel("Who plays", note, bars, most)
