"""`calavera verify`: what does not fit is found."""

import json
import random
import re
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.record import read_record
from calavera.table.game_record import record_text
from calavera.table.settings import Settings
from calavera.table.verify import Report, Verdict, verify
from tests.games import SIZES
from tests.table.doubles import House

EXAMPLE = (Path(__file__).parents[2] / "docs/dice-example.skull").read_text()


def verdicts(text: str) -> dict[str, Verdict]:
    return {check.what: check.verdict for check in verify(read_record(text)).checks}


def changed(key: str, index: int, word: str, text: str = EXAMPLE) -> str:
    (line,) = re.findall(rf"^{key}: (.*)$", text, re.MULTILINE)
    words = line.split()
    words[index] = word
    return text.replace(line, " ".join(words))


def test_an_honest_record_fits() -> None:
    assert set(verdicts(EXAMPLE).values()) == {Verdict.FITS}
    assert [*verdicts(EXAMPLE)][-3:] == [
        "c begins",
        "round 1: c picks from a",
        "round 4: c picks from b",
    ]


@pytest.mark.parametrize(("players", "tribes"), [*SIZES[::4], (2, 2), (3, 2)])
@pytest.mark.parametrize("opens", [True, False])
def test_games_of_a_table_fit(players: int, tribes: int, opens: bool) -> None:
    """Every blind pick of a whole record is checked, in a view those from the own seats."""
    house = House(Settings(players=players, tribes=tribes, opens=opens, showing=0), seed=players)
    ears = house.start(players)
    house.play_out(ears, random.Random(players))
    for number, ear in enumerate(ears):
        record = read_record(record_text(house.entries(), 1, ear.caller.identity))
        report = verify(record)
        assert report.verdict is Verdict.FITS
        open_to = {
            check.what: check.verdict is Verdict.FITS
            for check in report.checks
            if "picks from" in check.what
        }
        own = [seat for seat in record.setup.seats if record.setup.owner(seat) == number]
        letters = {"abcdefghijkl"[seat] for seat in own}
        assert open_to == {what: opens or what[-1] in letters for what in open_to}


@pytest.mark.parametrize("index", range(4))
def test_a_forged_secret_is_found(index: int) -> None:
    told = verdicts(changed("secrets", index, "ab" * 32))
    assert [*told.values()][index] is Verdict.DIFFERS


@pytest.mark.parametrize("index", range(4))
def test_a_forged_commitment_is_found(index: int) -> None:
    told = verdicts(changed("commitments", index, "ab" * 32))
    assert [*told.values()][index] is Verdict.DIFFERS


def test_a_forged_salt_is_found() -> None:
    """One of many may by chance give the same draws; not many of many."""
    found = [
        Verdict.DIFFERS in verdicts(changed("salts", 1, f"{number:04x}")).values()
        for number in range(40)
    ]
    assert sum(found) > 25


def test_another_table_or_game_is_found() -> None:
    found = [
        Verdict.DIFFERS in verdicts(EXAMPLE.replace("game: 1", f"game: {number}")).values()
        for number in range(2, 12)
    ]
    assert any(found)
    assert Verdict.DIFFERS in {
        verdict
        for code in ("AAAA", "BBBB", "CCCC", "DDDD")
        for verdict in verdicts(EXAMPLE.replace("KRTM", code)).values()
    }


@pytest.mark.parametrize("first", "ab")
def test_a_forged_first_player_is_found(first: str) -> None:
    header = EXAMPLE.split("\n\n")[0].replace("first: c", f"first: {first}")
    letters = "abc"[ord(first) - 97 :] + "abc"[: ord(first) - 97]
    moves = f"1. aF bF cF | {letters[0]}2 {letters[1]}- {letters[2]}-\nresult: *\n"
    report = verify(read_record(f"{header}\n\n{moves}"))
    assert report.verdict is Verdict.DIFFERS
    (wrong,) = [check for check in report.checks if check.verdict is Verdict.DIFFERS]
    assert wrong.what == f"{first} begins"
    assert wrong.why == "by the dice it is c"


def test_a_forged_pick_is_found() -> None:
    text = EXAMPLE.replace("c~aF", "c~aS").split("\n2. ")[0] + "\nresult: *\n"
    told = verdicts(text)
    assert told["round 1: c picks from a"] is Verdict.DIFFERS
    assert told["c begins"] is Verdict.FITS
    (why,) = [check.why for check in verify(read_record(text)).checks if check.why]
    assert why == "by the dice it is a flower, not the skull"


def test_what_cannot_be_checked_says_why() -> None:
    text = re.sub("^secrets: .*\n", "", EXAMPLE, flags=re.MULTILINE)
    report = verify(read_record(text))
    assert report.verdict is Verdict.UNCHECKED
    assert all(check.why for check in report.checks)
    half = changed("secrets", 1, "-", EXAMPLE.replace("c~aF", "c~a?"))
    told = {check.what: check for check in verify(read_record(half)).checks}
    assert told["round 1: c picks from a"].why == "only the player of a knows the disc"
    assert told["round 4: c picks from b"].verdict is Verdict.FITS
    closed = changed("secrets", 1, "-")
    told = {check.what: check for check in verify(read_record(closed)).checks}
    assert told["round 1: c picks from a"].why == "the secret of a did not open"


def test_after_an_unknown_loss_nobody_can_say_what_a_seat_has() -> None:
    text = EXAMPLE.replace("b~bF", "b~b?", 1)
    told = {check.what: check for check in verify(read_record(text)).checks}
    pick = told["round 4: c picks from b"]
    assert (pick.verdict, pick.why) == (Verdict.UNCHECKED, "what b lost before is unknown")


def test_an_empty_report_is_no_proof() -> None:
    assert Report(()).verdict is Verdict.UNCHECKED


# The command.


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "game.skull"
    path.write_text(EXAMPLE)
    return path


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["verify", *arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_status_0_where_all_that_was_checked_fits(
    example: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capfd, str(example))
    assert (status, err) == (0, "")
    assert out.startswith(f"{example}: the dice fit: 7 checked, 0 wrong, 0 left open\n")


def test_status_2_where_something_differs(example: Path, capfd: pytest.CaptureFixture[str]) -> None:
    example.write_text(changed("secrets", 2, "00" * 32))
    status, out, _ = run(capfd, str(example))
    assert status == 2
    assert "the dice do not fit" in out
    assert "differs    the secret of b: it is not what the table was bound to" in out


def test_status_2_where_nothing_could_be_checked(
    example: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    example.write_text("skull: 1\nplayers: Ana, Bo\n\nresult: *\n")
    status, out, _ = run(capfd, str(example))
    assert status == 2
    assert "nothing could be checked" in out
    assert "the record tells of no dice" in out


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("dice", "calavera-dice-9", "this program checks calavera-dice-1"),
        ("salts", "aa bb", "salts: has 2 entries in place of 3"),
        ("salts", "aa bb xyz", "salts: xyz is not up to 64 hexadecimal digits"),
        ("commitments", "aa bb cc dd", "commitments: aa is not 64 hexadecimal digits"),
        ("secrets", "- - - AA", "secrets: AA is not 64 hexadecimal digits"),
        ("game", "one", "game: one is not a number"),
        ("game", "\u0661", "game: \u0661 is not a number"),
    ],
)
def test_a_bad_header_is_one_line_and_status_2(
    example: Path, capfd: pytest.CaptureFixture[str], key: str, value: str, reason: str
) -> None:
    example.write_text(re.sub(rf"^{key}: .*$", f"{key}: {value}", EXAMPLE, flags=re.MULTILINE))
    status, out, err = run(capfd, str(example))
    assert (status, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("key", ["table", "game", "commitments", "salts"])
def test_a_missing_line_is_named(
    example: Path, capfd: pytest.CaptureFixture[str], key: str
) -> None:
    example.write_text(re.sub(rf"^{key}: .*\n", "", EXAMPLE, flags=re.MULTILINE))
    status, _, err = run(capfd, str(example))
    assert status == 2
    assert f"has no line {key}:" in err


def test_json_has_a_line_for_each_file(
    example: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capfd, "--json", str(example), str(tmp_path / "none"), str(example))
    assert (status, err) == (2, "")
    good, bad, again = map(json.loads, out.splitlines())
    assert good == again
    assert good["verdict"] == "fits"
    assert (good["file"], bad["file"]) == (str(example), str(tmp_path / "none"))
    assert good["finished"] is True
    assert good["checks"][0] == {
        "what": "the secret of the open draws", "verdict": "fits", "why": "",
    }  # fmt: skip
    assert "No such file" in bad["error"]


def test_an_unfinished_record_says_so(
    example: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = example.read_text(encoding="utf-8")
    assert "the game is unfinished" not in run(capfd, str(example))[1]
    header, _, moves = whole.partition("\n\n")
    part = tmp_path / "part.skull"
    part.write_text(f"{header}\n\n{moves.split()[0]}\n", encoding="utf-8")
    assert "; the game is unfinished\n" in run(capfd, str(part))[1]
    assert json.loads(run(capfd, "--json", str(part))[1])["finished"] is False
