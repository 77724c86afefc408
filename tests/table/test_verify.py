"""`calavera verify` finds wrong draws."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.protocol.settings import Settings
from calavera.record import read_record
from calavera.table.dice.tags import BadDice, DiceTags, read_dice_tags, write_dice_tags
from calavera.table.dice.verify import Check, Report, Verdict, verify
from calavera.table.views.game_record import record_text
from tests.games import SIZES
from tests.table.doubles import Harness

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
    """Every blind pick of a full record is checked, in a view those from the own seats."""
    harness = Harness(
        Settings(players=players, tribes=tribes, opens=opens, showing=0), seed=players
    )
    ears = harness.start(players)
    harness.play_out(ears, random.Random(players))
    for number, ear in enumerate(ears):
        record = read_record(record_text(harness.entries(), 1, ear.caller.identity))
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
    """One forged salt may give the same draws by chance, but not most of them."""
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
    assert wrong.why == "the dice gave c"


def test_a_forged_pick_is_found() -> None:
    text = EXAMPLE.replace("c~aF", "c~aS").split("\n2. ")[0] + "\nresult: *\n"
    told = verdicts(text)
    assert told["round 1: c picks from a"] is Verdict.DIFFERS
    assert told["c begins"] is Verdict.FITS
    (why,) = [check.why for check in verify(read_record(text)).checks if check.why]
    assert why == "the dice gave a flower, not the skull"


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
    assert told["round 1: c picks from a"].why == "the secret of a is not in this record"


def test_after_an_unknown_loss_nobody_can_say_what_a_seat_has() -> None:
    text = EXAMPLE.replace("b~bF", "b~b?", 1)
    told = {check.what: check for check in verify(read_record(text)).checks}
    pick = told["round 4: c picks from b"]
    assert (pick.verdict, pick.why) == (Verdict.UNCHECKED, "an earlier loss of b is unknown")


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
    assert "differs    the secret of b: it does not match the commitment" in out


def test_status_2_where_nothing_could_be_checked(
    example: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    example.write_text("skull: 1\nplayers: Ana, Bo\n\nresult: *\n")
    status, out, _ = run(capfd, str(example))
    assert status == 2
    assert "nothing could be checked" in out
    assert "the record has no dice" in out


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("dice", "calavera-dice-9", "is not supported; expected calavera-dice-1"),
        ("salts", "aa bb", "salts: expected 3 entries, got 2"),
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
    assert f"no line {key}:" in err


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


def test_a_report_as_text_and_as_data() -> None:
    report = Report(
        (
            Check("the secret of a", Verdict.FITS),
            Check("b begins", Verdict.DIFFERS, "by the dice it is c"),
            Check("the secret of b", Verdict.UNCHECKED, "it did not open"),
        ),
        finished=False,
    )
    assert report.text() == (
        "the dice do not fit: 2 checked, 1 wrong, 1 left open; the game is unfinished\n"
        "  fits       the secret of a\n"
        "  differs    b begins: by the dice it is c\n"
        "  unchecked  the secret of b: it did not open\n"
    )
    assert report.as_json() == {
        "verdict": "differs",
        "finished": False,
        "checks": [
            {"what": "the secret of a", "verdict": "fits", "why": ""},
            {"what": "b begins", "verdict": "differs", "why": "by the dice it is c"},
            {"what": "the secret of b", "verdict": "unchecked", "why": "it did not open"},
        ],
    }


def test_a_report_is_of_a_finished_game_unless_it_says_otherwise() -> None:
    assert Report(()).text() == "nothing could be checked\n"


def test_a_record_without_dice_or_secrets_says_what_is_missing() -> None:
    (check,) = verify(read_record("skull: 1\nplayers: Ana, Bo\n")).checks
    assert check == Check(
        "the dice",
        Verdict.UNCHECKED,
        "the record has no dice; only games of live tables have",
    )
    closed = re.sub("^secrets: .*\n", "", EXAMPLE, flags=re.MULTILINE)
    assert [(check.what, check.why) for check in verify(read_record(closed)).checks] == [
        ("the secret of the open draws", "it is not in this record"),
        ("the secret of a", "it is not in this record"),
        ("the secret of b", "it is not in this record"),
        ("the secret of c", "it is not in this record"),
        ("c begins", "the secret of the open draws is not in this record"),
        ("round 1: c picks from a", "the secret of a is not in this record"),
        ("round 4: c picks from b", "the secret of b is not in this record"),
    ]


def test_dice_are_written_and_read_back_up_to_their_limits() -> None:
    hashes = ("ab" * 32, "01" * 32, "ff" * 32)
    dice = DiceTags("KRTM", 10**16 - 1, hashes, ("", "f" * 64), (None, "cd" * 32, None))
    tags = write_dice_tags(dice)
    assert tags["salts"] == "- " + "f" * 64
    assert tags["secrets"] == "- " + "cd" * 32 + " -"
    record = read_record("skull: 1\nplayers: Ana, Bo\n")
    assert read_dice_tags(replace(record, tags=tuple(tags.items()))) == dice
    for key, value in {
        "game": "1" * 17,
        "salts": "- " + "f" * 65,
        "secrets": "- " + "c" * 63 + " -",
        "commitments": " ".join([*hashes[:2], "f" * 65]),
    }.items():
        with pytest.raises(BadDice, match=f"\\A{key}: "):
            read_dice_tags(replace(record, tags=tuple({**tags, key: value}.items())))
    assert "secrets" not in write_dice_tags(dice._replace(secrets=(None,) * 3))


def test_a_version_that_is_not_known_is_quoted() -> None:
    record = read_record(EXAMPLE.replace("calavera-dice-1", "calavera-dice-9"))
    with pytest.raises(BadDice, match=r"\Adice: calavera-dice-9 is not supported; expected"):
        verify(record)
