"""A saved match as rows."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.stats import MatchRows, read_match
from calavera.cli import main


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "games.match"
    bots = ["cautious", "uniform"]
    assert not main(["arena", *bots, "--seats", "3", "--games", "12", "--save", str(path)])
    return path


def test_every_game_and_every_player_is_a_row(saved: Path) -> None:
    rows = read_match(saved)
    assert [game.game for game in rows.games] == list(range(12))
    assert Counter(row.game for row in rows.players) == dict.fromkeys(range(12), 3)
    assert Counter(row.bot for row in rows.players) == {"cautious": 18, "uniform": 18}
    for game in rows.games:
        (winner,) = [row for row in rows.players if row.game == game.game and row.won]
        assert (winner.player, winner.bot) == (game.winner, game.bot)
        assert game.moves >= game.rounds >= 2
        assert (game.loser, game.fault) == (None, None)
    assert {game.block for game in rows.games} == {0, 1}


def test_a_game_that_was_lost_by_a_fault_says_so(saved: Path, tmp_path: Path) -> None:
    first, *batches = saved.read_text().splitlines()
    batch = json.loads(batches[0])
    batch["games"][0][4:] = [1, "chose a-: every seat places one disc first (R6)"]
    faulty = tmp_path / "faulty.match"
    faulty.write_text("\n".join([first, json.dumps(batch), *batches[1:], ""]))
    game = read_match(faulty).games[batch["games"][0][0]]
    assert game.loser == 1
    assert game.fault == "chose a-: every seat places one disc first (R6)"


def test_a_match_that_is_still_running_is_only_read(saved: Path, tmp_path: Path) -> None:
    running = tmp_path / "running.match"
    running.write_bytes(saved.read_bytes() + b'{"match": "half a li')
    before = running.read_bytes()
    assert read_match(running) == read_match(saved)
    assert running.read_bytes() == before


def test_rows_make_a_table(saved: Path) -> None:
    rows, text = read_match(saved), io.StringIO()
    table = csv.DictWriter(text, rows.players[0]._fields)
    table.writeheader()
    table.writerows(row._asdict() for row in rows.players)
    assert text.getvalue().startswith("game,player,bot,won\r\n0,0,")


def test_rows_make_a_data_frame(saved: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install pandas")
    rows: MatchRows = read_match(saved)
    frame = pandas.DataFrame(rows.players)
    assert list(frame.columns) == ["game", "player", "bot", "won"]
    assert frame.groupby("game")["won"].sum().tolist() == [1] * 12


def test_what_is_no_match_is_refused_in_one_line(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with pytest.raises(ArenaError, match=f"^{re.escape(str(other))}: No such file"):
        read_match(other)
    other.write_text("a match\n")
    with pytest.raises(ArenaError, match=r"line 1 is not of a match of this version$"):
        read_match(other)
