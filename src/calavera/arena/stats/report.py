"""Figures as tables for a person, as JSON for a program."""

from rich.console import Console
from rich.table import Table

from calavera.arena.proportion import Proportion
from calavera.arena.stats.figures import Figures
from calavera.console.text_table import columns, show_table
from calavera.console.wording import counted, percent
from calavera.rules import Ending


def show_figures(figures: Figures, console: Console) -> None:
    """Everything, table by table."""
    console.print(_summary(figures))
    if figures.attempts:
        show_table(console, "How attempts end", _success(figures))
    if figures.games:
        show_table(console, "The first player of a game", _first_player(figures))
    if figures.bids:
        title = "Bluffs: bids that would turn over the bidder's own skull"
        show_table(console, title, _bluffs(figures))
    if figures.flips:
        show_table(console, "Flips, by mats clockwise from the challenger's own", _flips(figures))
    show_table(console, "Who plays", _characters(figures))


def figures_as_json(figures: Figures) -> dict[str, object]:
    """The figures as plain values."""
    return {
        "records": figures.records,
        "views": figures.views,
        "finished": figures.finished,
        "moves_per_game": _mean(figures.moves, figures.finished),
        "rounds_per_game": _mean(figures.rounds, figures.finished),
        "endings": {ending.value: figures.endings[ending] for ending in Ending},
        "attempts": {
            **_told(figures.success, "attempts", "successes"),
            "by_bid": [
                {"bid": bid, **_told(rate, "attempts", "successes")}
                for bid, rate in figures.success_by_bid.items()
            ],
            "by_players": [
                {"players": players, **_told(rate, "attempts", "successes")}
                for players, rate in figures.success_by_players.items()
            ],
            "by_players_and_bid": [
                {"players": players, "bid": bid, **_told(rate, "attempts", "successes")}
                for (players, bid), rate in figures.success_by_both.items()
            ],
        },
        "first_player": [
            {"players": players, **_told(rate, "games", "wins"), "fair": 1 / players}
            for players, rate in figures.first_player.items()
        ],
        "bluffs": {
            **_told(figures.bluff, "bids", "bluffs"),
            "untold": figures.bids_untold,
            "by_bid": [
                {"bid": bid, **_told(rate, "bids", "bluffs")}
                for bid, rate in figures.bluff_by_bid.items()
            ],
        },
        "flips": [
            {"place": place, **_told(rate, "flips", "skulls")}
            for place, rate in figures.skull_by_place.items()
        ],
        "characters": [_character(figures, name) for name in figures.names],
    }


def _told(rate: Proportion, tries: str, hits: str) -> dict[str, object]:
    low, high = rate.interval
    return {tries: rate.tries, hits: rate.hits, "rate": rate.share, "low": low, "high": high}


def _mean(total: int, number: int) -> float | None:
    return total / number if number else None


def _character(figures: Figures, name: str) -> dict[str, object]:
    return {
        "name": name,
        "games": figures.named[name],
        **_told(Proportion(figures.wins[name], figures.places[name]), "places", "wins"),
        "bids": figures.bids_by[name],
        "bluffs": figures.bluffs_by[name],
    }


def _summary(figures: Figures) -> str:
    said = [f"{counted(figures.records, 'record')}, {figures.finished:,} of them finished"]
    if figures.finished:
        said.append(
            f"{figures.moves / figures.finished:.1f} moves"
            f" and {figures.rounds / figures.finished:.1f} rounds a finished game"
        )
        by_success = figures.endings[Ending.SECOND_SUCCESS]
        said.append(
            f"{percent(by_success / figures.finished)} won by a second success,"
            " the rest by the last one in"
        )
    if figures.views:
        said.append(
            f"{counted(figures.views, 'record is a view', 'records are views')}:"
            f" left out {counted(figures.bids_untold, 'bid')} of which they do not tell enough"
        )
    return "\n".join(said)


def _share(rate: Proportion | None) -> str:
    return "" if rate is None or rate.share is None else percent(rate.share)


def _between(rate: Proportion) -> str:
    return f"{100 * rate.interval.low:.1f} to {percent(rate.interval.high)}"


def _success(figures: Figures) -> Table:
    sizes = list(figures.success_by_players)
    sized = [f"{size} players" for size in sizes] if len(sizes) > 1 else []
    table = columns("bid", "attempts", "succeed", "95 % interval", *sized)
    both = figures.success_by_both
    for bid, rate in figures.success_by_bid.items():
        split = [_share(both.get((size, bid))) for size in sizes] if sized else []
        table.add_row(str(bid), f"{rate.tries:,}", _share(rate), _between(rate), *split)
    split = [_share(rate) for rate in figures.success_by_players.values()] if sized else []
    table.add_section()
    whole = figures.success
    table.add_row("all", f"{whole.tries:,}", _share(whole), _between(whole), *split)
    return table


def _first_player(figures: Figures) -> Table:
    table = columns("players", "games", "wins", "95 % interval", "fair")
    for players, rate in figures.first_player.items():
        table.add_row(
            str(players), f"{rate.tries:,}", _share(rate), _between(rate), percent(1 / players)
        )
    return table


def _bluffs(figures: Figures) -> Table:
    table = columns("bid", "bids", "bluffs", "95 % interval")
    for bid, rate in figures.bluff_by_bid.items():
        table.add_row(str(bid), f"{rate.tries:,}", _share(rate), _between(rate))
    table.add_section()
    whole = figures.bluff
    table.add_row("all", f"{whole.tries:,}", _share(whole), _between(whole))
    return table


def _flips(figures: Figures) -> Table:
    table = columns("mat", "flips", "of all", "skulls")
    total = figures.flips.total()
    for place, rate in figures.skull_by_place.items():
        table.add_row(
            "own" if place == 0 else str(place),
            f"{rate.tries:,}",
            percent(rate.tries / total),
            _share(rate),
        )
    return table


def _characters(figures: Figures) -> Table:
    table = columns("name", "games", "wins", "of places", "95 % interval", "bluffs")
    for name in figures.names:
        rate = Proportion(figures.wins[name], figures.places[name])
        bluffs = Proportion(figures.bluffs_by[name], figures.bids_by[name])
        table.add_row(
            name, f"{figures.named[name]:,}", f"{rate.hits:,}",
            _share(rate), _between(rate) if rate.tries else "", _share(bluffs),
        )  # fmt: skip
    return table
