"""The command line, run as people run it: a real process."""

import json
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from calavera import __version__
from calavera.cli import main
from calavera.record.arguments import natural_number
from calavera.rules import decide
from tests.record.test_notation import EXAMPLE


def calavera(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "calavera", *arguments],
        input=given, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "game.skull"
    path.write_text(EXAMPLE)
    return str(path)


def test_help_is_worth_reading() -> None:
    done = calavera("--help")
    assert done.returncode == 0
    for command in (
        "serve",
        "tables",
        "play",
        "replay",
        "draw",
        "perft",
        "bots",
        "arena",
        "stats",
        "solve",
        "rules",
        "schema",
    ):
        assert f"  {command}" in done.stdout
    assert "examples:" in done.stdout


def test_the_version() -> None:
    kind = "plain Python" if isinstance(decide, FunctionType) else "compiled"
    assert calavera("--version").stdout == f"calavera {__version__} ({kind})\n"


def test_replay_as_json_gives_one_line_a_file(example: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.skull"
    wrong.write_text("skull: 1\nplayers: A, B\n\n1. aF bF\n2. aF\n")
    done = calavera("replay", example, str(wrong), "missing.skull", example, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert done.stderr == ""
    assert lines[0]["winner"] == 2
    assert lines[1] == {
        "error": "line 5: round 1: 2.: round 1 is not over: a disc or a challenge is due (R9)"
    }
    assert lines[2] == {"error": "missing.skull: No such file or directory"}
    assert lines[3] == lines[0]
    assert list(lines[0]) == [
        "phase", "round", "turn", "first", "bid", "bidder", "challenger", "winner", "total",
        "seats", "legal", "shows",
    ]  # fmt: skip


def test_replay_as_json_succeeds_with_status_0(example: str) -> None:
    assert calavera("replay", example, "--json").returncode == 0


def test_replay_shows_the_game_to_a_person(example: str) -> None:
    done = calavera("replay", example)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    for name in ("Ana", "Bo", "Cy"):
        assert name in done.stdout


def test_replay_reads_standard_input() -> None:
    done = calavera("replay", "-", "--json", given=EXAMPLE.encode())
    assert json.loads(done.stdout)["phase"] == "over"


@pytest.mark.parametrize(("seat", "first_line"), [("b", "1. bS c? a?"), ("public", "1. b? c? a?")])
def test_replay_writes_what_a_seat_saw(example: str, seat: str, first_line: str) -> None:
    done = calavera("replay", example, "--view", seat)
    assert done.returncode == 0
    assert first_line in done.stdout


def test_the_view_of_a_name_in_any_script_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    path.write_text("skull: 1\nplayers: Žofie, 花子\n\n", encoding="utf-8")
    assert "players: Žofie, 花子" in calavera("replay", str(path), "--view", "a").stdout


def test_a_view_of_a_view_as_json(example: str) -> None:
    done = calavera("replay", example, "--view", "a", "--json")
    assert json.loads(done.stdout)["seats"][1]["hand"] == ["F", "F", "S"]


def test_perft_prints_the_number_alone(example: str, tmp_path: Path) -> None:
    path = tmp_path / "start.skull"
    path.write_text("skull: 1\nplayers: A, B\n")
    assert calavera("perft", str(path), "--depth", "5").stdout == "98\n"
    assert calavera("perft", str(path), "--depth", "0").stdout == "1\n"
    assert calavera("perft", example, "--depth", "1").stdout == "0\n"
    divided = calavera("perft", str(path), "--depth", "3", "--divide").stdout
    assert divided == "bF 7\nbS 7\n14\n"


def test_rules_come_with_their_numbers() -> None:
    whole = calavera("rules").stdout
    assert all(f"**R{number}**" in whole for number in range(1, 43))
    some = calavera("rules", "R24", "25").stdout.splitlines()
    assert [line[:9] for line in some] == ["- **R24**", "- **R25**"]


def test_the_schema_is_json() -> None:
    assert "$defs" in json.loads(calavera("schema").stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["replay"],
        ["replay", "--nonsense", "x"],
        ["replay", "missing.skull"],
        ["replay", "/"],
        ["replay", "a", "b", "--view", "a"],
        ["perft", "missing.skull", "--depth", "1"],
        ["perft", "missing.skull"],
        ["perft", "missing.skull", "--depth", "-1"],
        ["perft", "missing.skull", "--depth", "many"],
        ["perft", "missing.skull", "--depth", "9" * 5000],
        ["rules", "R43"],
        ["rules", "R0"],
        ["rules", "nonsense"],
        ["schema", "extra"],
        ["play", "--players", "1"],
        ["play", "--players", "13"],
        ["play", "--seed", "x"],
        ["play", "--against", "nobody"],
        ["play", "--against", "belief", "--level", "easy"],
        ["play", "--players", "2", "--against", "belief", "bold"],
        ["play", "--level", "unbeatable"],
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(arguments: list[str]) -> None:
    done = calavera(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("calavera: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1000000000", "1000000000 is more than 999,999,999"),
        ("9" * 5000, f"{'9' * 20}… is more than 999,999,999"),
        ("-1", "'-1' must be a whole number, 0 or more"),
        ("1_0", "'1_0' must be a whole number, 0 or more"),
        ("x" * 5000, f"'{'x' * 40}' must be a whole number, 0 or more"),
    ],
)
def test_numbers_that_an_option_does_not_take(text: str, reason: str) -> None:
    done = calavera("play", f"--seed={text}")
    assert done.returncode == 2
    assert done.stderr == f"calavera: argument --seed: {reason}; see calavera play --help\n"
    assert natural_number("0" * 5000 + "7") == 7
    assert natural_number("999999999") == 999_999_999


def test_an_option_before_a_command_is_named() -> None:
    done = calavera("--prot", "1")
    hint = "did you mean calavera serve --port?"
    assert done.stderr == f"calavera: unrecognized arguments: --prot; {hint} See calavera --help\n"


def test_no_games_are_refused_everywhere() -> None:
    for command in (["arena", "cautious", "uniform"], ["bot", "join", "X", "--bot", "cautious"]):
        done = calavera(*command, "--games", "0")
        assert done.returncode == 2
        assert done.stderr.startswith("calavera: --games 0: ")


ROGUE = """\
from calavera.bots import Cautious
from calavera.rules import Bid

class Rogue(Cautious):
    name = "rogue"
    def choose(self, view, rng):
        return Bid(99)
"""


def test_a_bot_of_ones_own_that_does_wrong_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rogues.py").write_text(ROGUE)
    monkeypatch.chdir(tmp_path)
    against = ("--against", "rogues:Rogue", "--seed", "1", "--record", "kept.skull")
    done = calavera("play", *against, given=b"f\nf\n")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("calavera: rogue (")
    assert done.stderr.endswith("(R6); the game so far is in kept.skull\n")
    assert calavera("replay", "kept.skull", "--json").returncode == 0


def test_opponents_by_name_and_by_level() -> None:
    named = calavera("play", "--against", "belief", "bold", "--seed", "1", given=b"quit\n")
    assert "Three players" in named.stdout
    assert "like Xolo" in named.stdout
    assert "like Catr" in named.stdout
    hard = calavera("play", "--level", "hard", "--seed", "1", given=b"quit\n")
    assert "plays like Xolo" in hard.stdout
    assert "plays like Vela" in hard.stdout
    bold = calavera("play", "--level", "hard", "--temper", "bold", "--seed", "1", given=b"quit\n")
    assert "play like Catr" in bold.stdout
    lost = calavera("play", "--temper", "sleepy")
    assert (lost.returncode, lost.stderr.count("\n")) == (2, 1)


def test_the_list_of_bots() -> None:
    names = [line.split()[0] for line in calavera("bots").stdout.splitlines() if line[:1].islower()]
    assert names[:7] == ["name", "uniform", "cautious", "bold", "mirror", "belief", "champion"]


def test_play_never_writes_over_a_file(example: str) -> None:
    done = calavera("play", "--record", example)
    assert done.returncode == 2
    assert done.stderr == f"calavera: {example}: the file already exists; choose another name\n"
    assert Path(example).read_text() == EXAMPLE


def test_play_ends_with_its_input_and_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "kept.skull"
    done = calavera("play", "--players", "3", "--seed", "5", "--record", str(path), given=b"f\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert json.loads(calavera("replay", str(path), "--json").stdout)["round"] == 1


@pytest.mark.parametrize("seat", ["d", "ab", "", "A", "0"])
def test_a_seat_that_is_not_there_gets_one_line(example: str, seat: str) -> None:
    done = calavera("replay", example, "--view", seat)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_wrong_record_gets_one_line_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "wrong.skull"
    path.write_text("skull: 1\nplayers: A, B\n\n1. aF bF | a2 b3\n")
    done = calavera("replay", str(path))
    assert done.returncode == 2
    assert done.stderr == (
        f"calavera: {path}: line 4: round 1: b3: the bid is every disc on the table,"
        " so it is time to flip (R17)\n"
    )


def test_output_that_nobody_reads_is_no_error(example: str) -> None:
    shell = f"{sys.executable} -m calavera replay {example} | head -n 1"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, timeout=60, text=True, check=False
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    "shell",
    [
        "{calavera} replay {example} > /dev/full",
        "{calavera} replay {example} --json > /dev/full",
        "{calavera} rules > /dev/full",
        "{calavera} replay {example} >&-",
        "{calavera} replay - <&-",
        "{calavera} replay 'no\nsuch\x1b[31m'",
        "{calavera} perft {twelve} --depth 3000",
        "{calavera} rules | head -n 1",
        "{calavera} schema | head -n 1",
    ],
)
def test_the_edges_of_a_shell_bring_no_traceback(shell: str, example: str, tmp_path: Path) -> None:
    twelve = tmp_path / "twelve.skull"
    twelve.write_text("skull: 1\nplayers: A, B, C, D, E, F, G, H, I, J, K, L\n")
    line = shell.format(calavera=f"{sys.executable} -m calavera", example=example, twelve=twelve)
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, timeout=60, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") <= 1
    assert done.returncode in (0, 1, 2)
    assert done.returncode or "head" in line


def test_names_that_look_like_markup_are_names(tmp_path: Path) -> None:
    path = tmp_path / "markup.skull"
    moves = "1. bS cF aF | a3 | a>aF a>bS | b~aF"
    path.write_text(f"skull: 1\nplayers: A[/b], [bold red]Bo[/], :skull:\n\n{moves}\n")
    done = calavera("replay", str(path))
    assert done.returncode == 0
    for name in ("A[/b]", "[bold red]Bo[/]", ":skull:"):
        assert done.stdout.count(name) >= 3


def test_a_thousand_files_in_one_go(example: str) -> None:
    done = calavera("replay", *[example] * 1000, "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1000


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["areana"], "'areana' is not a command; did you mean arena? See calavera --help"),
        (["bot", "jion"], "'jion' is not a command; did you mean join? See calavera bot --help"),
        (["qqq"], "'qqq' is not a command; see calavera --help"),
        (
            ["arena", "bold", "--gmaes=3"],
            "unrecognized arguments: --gmaes=3; did you mean --games? See calavera arena --help",
        ),
        (["stats", "x", "--zzz"], "unrecognized arguments: --zzz; see calavera stats --help"),
        (
            ["table", "new", "--palyers", "3"],
            "unrecognized arguments: --palyers 3; did you mean --players?"
            " See calavera table new --help",
        ),
    ],
)
def test_a_mistyped_command_or_option_gets_a_suggestion(
    arguments: list[str], hint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capfd.readouterr().err == f"calavera: {hint}\n"
