"""Figures over records, against records counted by hand."""

import contextlib
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from calavera.arena.chart import Bar, Panel, Row
from calavera.arena.errors import ArenaError
from calavera.arena.interval import Interval
from calavera.arena.proportion import Proportion
from calavera.arena.stats.batches import BATCH
from calavera.arena.stats.counting import count
from calavera.arena.stats.figures import Figures
from calavera.arena.stats.plot import plot
from calavera.arena.stats.record_rows import PlayerRow, read_rows, rows_of
from calavera.arena.stats.report import figures_as_json
from calavera.cli import main
from calavera.record import Record, read, read_record, record_game, seen_by, write_record
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
"""By hand: c1, d4, a2 and c3 are not bluffs; b's skull lies under a flower."""

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
        count(rows_of("", read(write_record(record))), figures)
    return figures


def test_the_worked_example_counted_by_hand() -> None:
    figures = figures_of(read_record(EXAMPLE))
    assert (figures.records, figures.views, figures.finished) == (1, 0, 1)
    assert (figures.moves, figures.rounds) == (27, 3)
    assert figures.endings == {Ending.SECOND_SUCCESS: 1}
    assert figures.success_by_bid == {2: Proportion(1, 1), 3: Proportion(1, 2)}
    assert figures.success_by_players == {3: Proportion(2, 3)}
    assert figures.success_by_both == {(3, 2): Proportion(1, 1), (3, 3): Proportion(1, 2)}
    assert figures.first_player == {3: Proportion(0, 1)}
    assert figures.bluff_by_bid == {2: Proportion(1, 2), 3: Proportion(0, 2)}
    assert figures.bluffs_by == Counter({"Bo": 1, "Cy": 0})
    assert figures.skull_by_place == {0: Proportion(0, 3), 1: Proportion(0, 2), 2: Proportion(1, 3)}
    assert figures.names == ["Ana", "Bo", "Cy"]
    assert figures.wins == {"Cy": 1}


def test_an_unfinished_game_counts_for_all_but_wins() -> None:
    figures = figures_of(read_record(NIGHT))
    assert (figures.records, figures.finished) == (1, 0)
    assert figures.success_by_players == {4: Proportion(1, 2)}
    assert figures.bluff == Proportion(0, 4)
    # In round 1 d flips its own, then c (3 on), then b (2 on) twice; in round 2 c flips a (2 on).
    assert figures.skull_by_place == {
        0: Proportion(0, 2), 1: Proportion(0, 1), 2: Proportion(1, 3), 3: Proportion(0, 1),
    }  # fmt: skip
    assert figures.named == {"Ana": 1, "Bo": 1, "Di": 1}
    assert figures.places == {}


def test_a_bluff_is_a_skull_within_what_would_be_flipped() -> None:
    figures = figures_of(read_record(BLUFFS))
    assert figures.bluff_by_bid == {1: Proportion(1, 2), 2: Proportion(1, 2)}
    assert figures.bids_by == {"Ana": 2, "Bo": 2}
    assert figures.bluffs_by["Bo"] == 2


def test_views_tell_of_their_own_bids_and_the_rest_is_left_out() -> None:
    record = read_record(EXAMPLE)
    bo = figures_of(seen_by(record, record.setup.viewer(Player(1))))
    assert (bo.views, bo.bids_untold) == (1, 3)
    assert bo.bluff == Proportion(1, 1)
    full = figures_of(record)
    assert (bo.attempts, bo.flips, bo.wins) == (full.attempts, full.flips, full.wins)


def test_all_players_views_together_tell_each_bid_once() -> None:
    """The counts of all players' views add up to those of the full record."""
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
    (folder / "empty").mkdir()
    assert main(["stats", str(folder / "empty")]) == 0
    assert capfd.readouterr().out == "no records\n"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """More records than fit into one batch, and two invalid files."""
    for number in range(2 * BATCH + 10):
        text = "not a record" if number in (7, 2 * BATCH) else (EXAMPLE, NIGHT, BLUFFS)[number % 3]
        (tmp_path / f"{number:03}.skull").write_text(text)
    return tmp_path


def test_any_number_of_processes_counts_the_same(
    many: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", str(many), "--json"]) == 2
    alone = capfd.readouterr()
    assert main(["stats", str(many), "--json", "--jobs", "2"]) == 2
    assert capfd.readouterr() == alone
    assert json.loads(alone.out)["records"] == 2 * BATCH + 8
    assert [line.split(": ")[1] for line in alone.err.splitlines()] == [
        str(many / "007.skull"), str(many / f"{2 * BATCH}.skull"),
    ]  # fmt: skip


def test_standard_input_is_read_beside_other_processes(many: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "calavera", "stats", str(many), "-", "--jobs", "2", "--json"],
        input=EXAMPLE.encode(), capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["records"] == 2 * BATCH + 9
    assert b"Traceback" not in done.stderr


def test_a_person_at_a_terminal_sees_how_far_it_is(many: Path) -> None:
    leader, follower = os.openpty()
    command = [sys.executable, "-m", "calavera", "stats", str(many), "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=follower, env=environment
    ) as process:
        os.close(follower)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while read_now := os.read(leader, 4096):
                shown += read_now
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["records"] == 2 * BATCH + 8
    os.close(leader)
    assert f"{2 * BATCH + 10}/{2 * BATCH + 10}" in shown.decode()
    assert "counting" in shown.decode()


def test_rows_of_a_record_by_hand(tmp_path: Path) -> None:
    (tmp_path / "night.skull").write_text(NIGHT)
    (tmp_path / "example.skull").write_text(EXAMPLE)
    night, example = str(tmp_path / "night.skull"), str(tmp_path / "example.skull")
    rows = read_rows([night, tmp_path / "example.skull"])
    assert [game._asdict() for game in rows.games] == [
        {
            "record": night, "players": 4, "tribes": 1, "placement": "simultaneous", "full": True,
            "moves": 28, "rounds": 3, "first": "b", "winner": None, "ending": None,
        },
        {
            "record": example, "players": 3, "tribes": 1, "placement": "simultaneous", "full": True,
            "moves": 27, "rounds": 3, "first": "a", "winner": "c", "ending": "second-success",
        },
    ]  # fmt: skip
    assert rows.players[:2] == [
        PlayerRow(night, 0, "Ana", first=False, won=None),
        PlayerRow(night, 1, "Bo", first=True, won=None),
    ]
    assert [(row.name, row.first, row.won) for row in rows.players[4:]] == [
        ("Ana", True, False), ("Bo", False, False), ("Cy", False, True),
    ]  # fmt: skip
    assert [row[1:] for row in rows.bids if row.record == night] == [
        (1, "c", 2, 1, 5, True, False), (1, "d", 3, 4, 5, False, False),
        (2, "a", 0, 2, 5, True, False), (2, "c", 2, 3, 5, False, False),
    ]  # fmt: skip
    assert [row[1:] for row in rows.attempts if row.record == night] == [
        (1, "d", 3, 4, 4, 4, False), (2, "c", 2, 4, 3, 3, True),
    ]  # fmt: skip
    assert [row[1:] for row in rows.flips if row.record == night and row.round == 1] == [
        (1, "d", "d", 0, False), (1, "d", "c", 3, False),
        (1, "d", "b", 2, False), (1, "d", "b", 2, True),
    ]  # fmt: skip


def test_seats_that_are_out_are_not_counted_between_two_mats(tmp_path: Path) -> None:
    (tmp_path / "out.skull").write_text(
        "skull: 1\nplayers: A, B, C\nstart: FF/0 - FF/0\n\n1. aF cF | a2 | a>aF a>cF\n"
    )
    rows = read_rows([tmp_path])
    assert [(row.mat, row.place) for row in rows.flips] == [("a", 0), ("c", 1)]


def test_rows_of_what_is_no_record_name_the_file(folder: Path) -> None:
    with pytest.raises(ArenaError, match=r"notes\.txt: line 1: "):
        read_rows([folder / "notes.txt"])
    with pytest.raises(ArenaError, match=r"missing\.skull: No such file or directory"):
        read_rows([folder / "missing.skull"])
