"""Figures over records, against records counted by hand."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from calavera.arena.chart import Bar, Panel, Row
from calavera.arena.interval import Interval
from calavera.arena.rate import Rate
from calavera.arena.statistics.counting import count_record
from calavera.arena.statistics.figures import Figures
from calavera.arena.statistics.plot import plot
from calavera.arena.statistics.report import figures_as_json
from calavera.cli import main
from calavera.record import Record, read_record, record_game, seen_by
from calavera.rules import Ending, Player
from tests.games import game_of_seed
from tests.record.test_notation import EXAMPLE

NIGHT = """\
skull: 1
players: Ana, Bo, Ana, Di
first: b

1. aF bS cF dF | bF c1 d4 a- b- c- | d>dF d>cF d>bF d>bS | b~dS
2. aF bF cF dF | dF a2 b- c3 d- a- | c>cF c>aF c>dF
result: *
"""
"""By hand: c1 and d4, a2, c3 are no bluffs; b's skull lies under a flower and is never bid on."""

BLUFFS = """\
skull: 1
players: Ana, Bo
first: a

1. aS bS | aF bF a1 b2 a- | b>bF b>bS | b~bF
2. aF bS | b1 a2 | a>aF a>bS | b~aF
"""
"""By hand: a1 flips a flower (none), b2 its own skull (bluff), b1 (bluff), a2 (none)."""


def figures_of(*records: Record) -> Figures:
    figures = Figures()
    for record in records:
        count_record(record, figures)
    return figures


def test_the_worked_example_counted_by_hand() -> None:
    figures = figures_of(read_record(EXAMPLE))
    assert (figures.records, figures.views, figures.finished) == (1, 0, 1)
    assert (figures.moves, figures.rounds) == (27, 3)
    assert figures.endings == {Ending.SECOND_SUCCESS: 1}
    assert figures.success_by_bid == {2: Rate(1, 1), 3: Rate(1, 2)}
    assert figures.success_by_players == {3: Rate(2, 3)}
    assert figures.success_by_both == {(3, 2): Rate(1, 1), (3, 3): Rate(1, 2)}
    assert figures.first_player == {3: Rate(0, 1)}
    assert figures.bluff_by_bid == {2: Rate(1, 2), 3: Rate(0, 2)}
    assert figures.bluffs_by == Counter({"Bo": 1, "Cy": 0})
    assert figures.skull_by_place == {0: Rate(0, 3), 1: Rate(0, 2), 2: Rate(1, 3)}
    assert figures.names == ["Ana", "Bo", "Cy"]
    assert figures.wins == {"Cy": 1}


def test_an_unfinished_game_counts_for_all_but_wins() -> None:
    figures = figures_of(read_record(NIGHT))
    assert (figures.records, figures.finished) == (1, 0)
    assert figures.success_by_players == {4: Rate(1, 2)}
    assert figures.bluff == Rate(0, 4)
    # In round 1 d flips its own, then c (3 on), then b (2 on) twice; in round 2 c flips a (2 on).
    assert figures.skull_by_place == {
        0: Rate(0, 2), 1: Rate(0, 1), 2: Rate(1, 3), 3: Rate(0, 1),
    }  # fmt: skip
    assert figures.named == {"Ana": 1, "Bo": 1, "Di": 1}
    assert figures.places == {}


def test_a_bluff_is_a_skull_within_what_would_be_flipped() -> None:
    figures = figures_of(read_record(BLUFFS))
    assert figures.bluff_by_bid == {1: Rate(1, 2), 2: Rate(1, 2)}
    assert figures.bids_by == {"Ana": 2, "Bo": 2}
    assert figures.bluffs_by["Bo"] == 2


def test_views_tell_of_their_own_bids_and_the_rest_is_left_out() -> None:
    record = read_record(EXAMPLE)
    bo = figures_of(seen_by(record, record.setup.viewer(Player(1))))
    assert (bo.views, bo.bids_untold) == (1, 3)
    assert bo.bluff == Rate(1, 1)
    full = figures_of(record)
    assert (bo.attempts, bo.flips, bo.wins) == (full.attempts, full.flips, full.wins)


def test_all_players_views_together_tell_each_bid_once() -> None:
    """Where nothing but the own discs is known, the views of all add up to the whole."""
    record = read_record(EXAMPLE)
    views = [seen_by(record, record.setup.viewer(Player(index))) for index in range(3)]
    together, full = figures_of(*views), figures_of(record)
    assert together.bids == full.bids
    assert together.bluffs == full.bluffs


@pytest.mark.parametrize("seed", range(30))
def test_any_game_can_be_counted(seed: int) -> None:
    game = game_of_seed(seed)
    names = [f"P{index}" for index in range(game.setup.players)]
    figures = figures_of(record_game(names, game.setup, game.events))
    assert figures.finished == 1
    assert figures.first_player.keys() == {game.setup.players}
    assert figures.bluff.hits <= figures.bluff.tries
    assert figures.bids_untold == 0
    assert json.dumps(figures_as_json(figures))
    ET.fromstring(plot(figures))


def test_json_keys_stay() -> None:
    told = json.loads(json.dumps(figures_as_json(figures_of(read_record(EXAMPLE)))))
    assert list(told) == [
        "records", "views", "finished", "moves_per_game", "rounds_per_game", "endings",
        "attempts", "first_player", "bluffs", "flips", "characters",
    ]  # fmt: skip
    rate = ["rate", "low", "high"]
    assert list(told["endings"]) == ["second-success", "last-one-in"]
    attempts = told["attempts"]
    counted = ["attempts", "successes", *rate]
    assert list(attempts) == [*counted, "by_bid", "by_players", "by_players_and_bid"]
    assert list(attempts["by_bid"][0]) == ["bid", *counted]
    assert list(attempts["by_players"][0]) == ["players", *counted]
    assert list(attempts["by_players_and_bid"][0]) == ["players", "bid", *counted]
    assert list(told["first_player"][0]) == ["players", "games", "wins", *rate, "fair"]
    assert list(told["bluffs"]) == ["bids", "bluffs", *rate, "untold", "by_bid"]
    assert list(told["flips"][0]) == ["place", "flips", "skulls", *rate]
    assert list(told["characters"][0]) == [
        "name", "games", "places", "wins", *rate, "bids", "bluffs",
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "one.skull").write_text(EXAMPLE)
    (tmp_path / "two.skull").write_text(BLUFFS)
    (tmp_path / "notes.txt").write_text("not a record")
    return tmp_path


def test_a_folder_stands_for_its_records(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(folder), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["records"] == 2
    assert told["bluffs"]["bids"] == 8


def test_bad_files_get_a_line_each_and_the_rest_is_counted(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = [str(folder / name) for name in ("notes.txt", "two.skull", "missing.skull")]
    assert main(["stats", *names, "--json"]) == 2
    printed = capfd.readouterr()
    assert json.loads(printed.out)["records"] == 1
    first, second = printed.err.splitlines()
    assert first.startswith(f"calavera: {names[0]}: line 1: ")
    assert second == f"calavera: {names[2]}: No such file or directory"


def test_tables_for_a_person(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(folder)]) == 0
    out = capfd.readouterr().out
    assert out.startswith("2 records, 1 of them finished\n")
    for title in ("How attempts end", "The first player", "Bluffs", "Flips", "Who plays"):
        assert title in out
    assert "2 players   3 players" in out


def test_a_plot_is_well_formed_and_says_what_it_shows(folder: Path) -> None:
    drawn = folder / "out.svg"
    assert main(["stats", str(folder), "--plot", str(drawn)]) == 0
    root = ET.parse(drawn).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for title in ("2 records of Skull", "Success by bid", "Bluffs by bid", "Who plays"):
        assert title in texts
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for panel in root.iter("{http://www.w3.org/2000/svg}g"):
        if move := panel.get("transform"):
            x, y = map(float, move.removeprefix("translate(").removesuffix(")").split())
            assert 0 < x < width
            assert 0 < y < height


def test_a_plot_states_its_scale_and_fades_what_was_counted_seldom() -> None:
    few, many = figures_of(read_record(EXAMPLE)), figures_of(*[read_record(EXAMPLE)] * 30)
    for figures in (few, many):
        root = ET.fromstring(plot(figures))
        texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert texts.count("0") == 7, "one scale a lane: five panels, and one of two"
        assert {"wins", "bluffs", "100 %", "Cy"} <= set(texts)
        for text in ("100.0 %, n 1", "100.0 %, n 30"):
            assert (text in texts) == (figures is (few if text.endswith("n 1") else many))
    assert plot(few).count(' opacity="') == 14, "all of them"
    assert ' opacity="' not in plot(many)


@pytest.mark.parametrize(("value", "high", "scale"), [(0.1, 0.13, 0.2), (0.8, 0.9, 1.0)])
def test_all_bars_of_a_panel_fit_its_scale(value: float, high: float, scale: float) -> None:
    bars = (Bar(value, "", Interval(0.0, high)), Bar(0.01, "", Interval(0.0, 0.9), faded=True))
    panel = Panel("", "", tuple(Row("", (bar,)) for bar in bars))
    assert panel.scale(0) == scale


def test_names_cannot_break_a_plot_or_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    record = read_record(EXAMPLE.replace("Ana", "<a&b>[red]\x1b[2J"))
    figures = figures_of(record)
    svg = plot(figures)
    assert "<a&b>" not in svg
    assert "\x1b" not in svg
    ET.fromstring(svg)
    assert figures.names[0].startswith("<a&b>[red]")


def test_a_plot_that_cannot_be_written(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(folder), "--plot", str(folder / "no" / "out.svg")]) == 2
    assert capfd.readouterr().err.endswith("No such file or directory\n")


@pytest.mark.parametrize("name", ["out.png", "out", "out.svg.pdf"])
def test_a_plot_is_an_svg_and_is_called_so(
    folder: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", str(folder), "--plot", str(folder / name)]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("choose a name that ends in .svg\n")
    assert not (folder / name).exists()


def test_no_records_no_plot(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    drawn = folder / "out.SVG"
    assert main(["stats", str(folder / "notes.txt"), "--plot", str(drawn)]) == 2
    assert "there are no records to draw" in capfd.readouterr().err
    assert not drawn.exists()
    (folder / "empty").mkdir()
    assert main(["stats", str(folder / "empty"), "--plot", str(drawn)]) == 2
    assert not drawn.exists()


def test_no_records_no_tables(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(folder / "notes.txt")]) == 2
    assert capfd.readouterr().out == ""
    assert main(["stats", str(folder / "notes.txt"), "--json"]) == 2
    told = json.loads(capfd.readouterr().out)
    assert told["records"] == 0
    assert told["attempts"]["rate"] is None
    ET.fromstring(plot(Figures()))
