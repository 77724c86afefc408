"""The parts of the proof: the reason of each refusal, and the rules of a round."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from calavera.solve.check import checker as check
from calavera.solve.check.checker import (
    LARGEST,
    OTHERS_SKULL,
    OWN_SKULL,
    SUCCESS,
    WHOLE,
    Promise,
    ProofError,
    Seen,
    after,
    check_booklet,
    hands,
    kind_of,
    moves,
    next_position,
    read_side,
    shows_skull,
)
from tests.solve.forgeries import Pages, packed, true_pages, write_forgery
from tests.solve.test_check import boasts_refused

NUMBERS = "PATH: PROMISE or its plan has something else than whole numbers"
ORDER = "PATH: the plan of PROMISE has moves that are not in order, each once"
PAGES = "PATH: not one page for each of the 64 positions"
UNNUMBERED = "PATH: a choice or an attempt without a number"
NEVER = "the plan of (2, 2, 1, 1), player a, PROMISE does something where it never comes"
MISSING = "(2, 2, 1, 1), player a, PROMISE rests on a promise that is not there"
TOO_MUCH = "(2, 2, 1, 1), player a, PROMISE keeps more promises after 'b? a? a1 b-' than it can"
SHARES = "the shares of (1, 1, 1, 1), player a, PROMISE at 'b? a?||F' do not add up"
WHOLE_TRIBE = "(4, 4, 0, 0), player a, PROMISE is about a tribe that is whole and has no skull"
BOTH_KINDS = "no promise with the skull, or none without it"

REASONS = {
    "a_promise_without_a_plan": "PATH: not a booklet: 'moves'",
    "a_promise_with_an_empty_plan":
        "the shares of (2, 2, 1, 1), player a, PROMISE at 'b?|FF|' do not add up",
    "a_whole_tribe_with_share_nothing": f"(4, 4, 0, 0): {BOTH_KINDS}",
    "nobody_plans_and_wins": WHOLE_TRIBE,
    "a_promise_against_a_whole_tribe_without_skull": WHOLE_TRIBE,
    "shares_that_add_up_to_less": SHARES,
    "shares_that_add_up_to_more": SHARES,
    "a_negative_share": NUMBERS,
    "a_negative_weight": NUMBERS,
    "a_promise_below_nothing": NUMBERS,
    "a_belief_below_nothing": NUMBERS,
    "a_promise_counted_from_the_end": NUMBERS,
    "a_share_that_is_a_fraction": NUMBERS,
    "a_truth_in_place_of_a_number": NUMBERS,
    "a_promise_beyond_certainty": "(2, 2, 1, 1), player a, PROMISE is not kept by its plan",
    "moves_out_of_order": ORDER,
    "a_move_twice": ORDER,
    "a_move_that_never_comes_up": NEVER,
    "a_promise_where_the_game_is_over": NEVER,
    "a_promise_that_is_not_shipped": MISSING,
    "the_promise_after_the_last": MISSING,
    "more_with_the_skull_than_there_is": TOO_MUCH,
    "more_without_the_skull_than_there_is": TOO_MUCH,
    "an_attempt_that_is_missing": NEVER,
    "promises_that_rest_on_each_other":
        "(1, 1, 1, 1), player a, PROMISE is not kept by its plan",
    "mirrored_players": "(2, 2, 1, 1), player a, PROMISE has no plan for 'b?|FF|'",
    "a_player_too_many": "PATH: 22-11 is not of version 2, or not for two players",
    "another_version": "PATH: 22-11 is not of version 2, or not for two players",
    "no_promise_without_the_skull": f"(3, 3, 0, 0): {BOTH_KINDS}",
    "no_promise_with_the_skull": f"(3, 3, 0, 0): {BOTH_KINDS}",
    "no_promise_of_a_whole_tribe": f"(4, 4, 0, 0): {BOTH_KINDS}",
    "other_moves": "(2, 2, 1, 1), player a, PROMISE has no plan for 'b? a?|F|F'",
    "a_choice_that_is_missing": "(2, 2, 1, 1), player a, PROMISE has no plan for 'b?|FS|'",
    "a_choice_without_a_number": UNNUMBERED,
    "an_attempt_without_a_number": UNNUMBERED,
    "a_missing_page": PAGES,
    "a_page_too_many": PAGES,
    "a_page_twice": PAGES,
    "no_zip_at_all": "PATH: File is not a zip file",
    "a_zip_bomb": "PATH: more than 16777216 bytes when unpacked",
}  # fmt: skip


@pytest.fixture(scope="module")
def true() -> Pages:
    return true_pages()


@pytest.mark.parametrize(("name", "reason"), REASONS.items())
def test_a_forgery_is_refused_for_what_is_wrong_with_it(
    name: str, reason: str, true: Pages, tmp_path: Path
) -> None:
    path = tmp_path / "forged.zip"
    write_forgery(name, true, path)
    with pytest.raises(ProofError) as error:
        check_booklet(str(path))
    told = str(error.value).replace(str(path), "PATH")
    assert re.sub(r"Promise\(.*?\)", "PROMISE", told) == reason
    assert error.value.__suppress_context__ or error.value.__context__ is None


def test_the_other_player_is_named_b(true: Pages) -> None:
    sides: Any = {
        tuple(map(int, name.replace("-", ""))): [read_side(role) for role in page["roles"]]
        for name, page in true.items()
    }
    plan = sides[2, 2, 1, 1][1].plans[0]
    boast = plan._replace(promise=plan.promise._replace(skull=WHOLE + 1))
    with pytest.raises(ProofError, match=r"^\(2, 2, 1, 1\), player b, .* is not kept by its plan$"):
        check.BestResponse((2, 2, 1, 1), 1, boast, sides).check()


def test_no_plan_of_the_small_booklet_keeps_a_unit_more(true: Pages) -> None:
    assert boasts_refused(check, true)


def test_a_booklet_may_have_so_many_bytes_and_no_more(
    true: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "true.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as booklet:
        for name, page in true.items():
            booklet.writestr(name, json.dumps(page))
        size = sum(page.file_size for page in booklet.infolist())
    monkeypatch.setattr(check, "LARGEST", size)
    assert len(check.read_booklet(str(path))) == 64
    monkeypatch.setattr(check, "LARGEST", size - 1)
    with pytest.raises(ProofError, match=f"more than {size - 1} bytes when unpacked"):
        check.read_booklet(str(path))
    assert LARGEST == 16 * 1024 * 1024


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "none.zip")
    with pytest.raises(ProofError) as error:
        check_booklet(path)
    assert str(error.value).startswith(f"{path}: ")


def test_the_file_says_what_it_proves(
    true: Pages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "true.zip"
    path.write_bytes(packed(true))
    check.main(str(path))
    assert capsys.readouterr().out == (
        f"proven: whoever begins wins 0 to {WHOLE} out of {WHOLE} games\n"
    )


def test_the_best_promise_of_each_player_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    promises = [
        [Promise(WHOLE, 5, 50), Promise(WHOLE, 7, 70)],
        [Promise(WHOLE, 3, 30), Promise(WHOLE, 2, 20)],
    ]
    monkeypatch.setattr(check, "check_booklet", lambda _: {(4, 4, 0, 0): promises})
    check.main("booklet")
    told = capsys.readouterr().out
    assert told == f"proven: whoever begins wins 7 to {WHOLE - 3} out of {WHOLE} games\n"


# The rules.


def test_the_units() -> None:
    assert WHOLE == 2**30
    assert check.CERTAIN == 12 * WHOLE * WHOLE


@pytest.mark.parametrize(
    ("position", "challenger", "end", "follows"),
    [
        ((3, 2, 0, 1), 0, SUCCESS, (3, 2, 1, 1)),  # R28, R30
        ((3, 2, 0, 1), 1, SUCCESS, True),
        ((3, 2, 1, 0), 0, SUCCESS, True),
        ((3, 2, 1, 0), 1, SUCCESS, (2, 3, 1, 1)),
        ((3, 2, 0, 1), 0, OWN_SKULL, (2, 2, 0, 1)),  # R23
        ((3, 2, 0, 1), 1, OTHERS_SKULL, (1, 3, 1, 0)),
        ((2, 1, 0, 0), 0, OTHERS_SKULL, (1, 1, 0, 0)),
        ((1, 3, 1, 1), 0, OWN_SKULL, False),  # R27, R31
        ((3, 1, 1, 1), 1, OTHERS_SKULL, False),
    ],
)
def test_what_follows_an_attempt(
    position: check.Position, challenger: int, end: int, follows: check.Position | bool
) -> None:
    assert next_position(position, challenger, end) == follows


def test_what_a_player_may_hold() -> None:
    """The skull can be gone after a loss alone (R1)."""
    assert hands(4) == [("FFFS", "")]
    assert hands(3) == [("FFS", ""), ("FFF", "")]
    assert hands(1) == [("S", ""), ("F", "")]
    assert [kind_of(each) for each in (("S", ""), ("F", "S"), ("FF", ""), ("", "F"))] == [
        0,
        0,
        1,
        1,
    ]


def test_discs_are_turned_over_from_the_top() -> None:
    private = "", "FSF"
    assert [shows_skull(private, count) for count in range(4)] == [False, False, True, True]
    assert not shows_skull(("S", "FF"), 2)


def test_what_a_player_can_do() -> None:
    assert moves(Seen(), ("FFS", "")) == [
        ("F", "?", ("FS", "F")),
        ("S", "?", ("FF", "S")),
    ]
    alone = Seen("b?", 0, (0, 1))
    assert [move for move, _, _ in moves(alone, ("F", ""))] == ["F"]  # R8
    both = Seen("b? a?", 0, (1, 1))
    assert moves(both, ("S", "F")) == [
        ("S", "?", ("", "FS")),
        ("1", "1", ("S", "F")),
        ("2", "2", ("S", "F")),
    ]
    asked = Seen("b? a? a1", 1, (1, 1), 1)
    assert moves(asked, ("S", "F")) == [("-", "-", ("S", "F")), ("2", "2", ("S", "F"))]  # R12, R14


def test_what_both_have_seen_after_a_move() -> None:
    first = after(Seen(), "?")
    assert first == Seen("b?", 0, (0, 1), 0, False)
    second = after(first, "?")
    assert second == Seen("b? a?", 0, (1, 1), 0, False)  # whoever begins goes on
    third = after(second, "?")
    assert third == Seen("b? a? a?", 1, (2, 1), 0, False)
    fourth = after(third, "?")
    assert fourth == Seen("b? a? a? b?", 0, (2, 2), 0, False)
    bid = after(fourth, "2")
    assert bid == Seen("b? a? a? b? a2", 1, (2, 2), 2, False)
    assert after(bid, "-") == Seen("b? a? a? b? a2 b-", 0, (2, 2), 2, True)  # R16
    assert after(bid, "3") == Seen("b? a? a? b? a2 b3", 0, (2, 2), 3, False)
    assert after(bid, "4") == Seen("b? a? a? b? a2 b4", 1, (2, 2), 4, True)  # R17
