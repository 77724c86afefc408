"""The proof refuses every forgery, and each of its checks is needed for one."""

import ast
import copy
import json
import subprocess
import sys
import types
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from calavera.bots.ending.booklet import PATH
from calavera.cli import main
from calavera.solve.check import checker as check
from calavera.solve.check.checker import WHOLE, Promise, ProofError, check_booklet
from calavera.solve.check.supremum import FINE, width_of
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import every_position
from tests.solve.forgeries import (
    FEW,
    FORGERIES,
    Pages,
    a_plan_that_promises_nothing,
    packed,
    true_pages,
    write_forgery,
)

SOURCE = Path(check.__file__)


@pytest.fixture(scope="module")
def true() -> Pages:
    return true_pages()


def test_the_booklet_of_the_package_is_proven() -> None:
    proven = check_booklet(str(PATH))
    book = load_solved_game().book
    for position in every_position():
        for role, promises in enumerate(proven[position]):
            told = zip(*book[position.number, role].units, strict=True)
            assert promises == [Promise(own, *against) for own, against in told]


def test_the_small_booklet_is_proven(true: Pages, tmp_path: Path) -> None:
    for pages in (true, a_plan_that_promises_nothing(copy.deepcopy(true))):
        (tmp_path / "true.zip").write_bytes(packed(pages))
        assert len(check_booklet(str(tmp_path / "true.zip"))) == 64


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused(name: str, true: Pages, tmp_path: Path) -> None:
    write_forgery(name, true, tmp_path / "forged.zip")
    with pytest.raises(ProofError):
        check_booklet(str(tmp_path / "forged.zip"))


def test_a_forgery_gets_one_line_and_a_status(
    true: Pages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "forged.zip"
    write_forgery("swapped_pages", true, path)
    assert main(["solve", "check", "--booklet", str(path)]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("broken: ")
    assert printed.count("\n") == 1


def test_the_command_says_what_is_proven(
    true: Pages, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The small booklet does not bound the whole game."""
    path = tmp_path / "true.zip"
    path.write_bytes(packed(true))
    assert main(["solve", "check", "--booklet", str(path)]) == 0
    checked, game, everywhere = capsys.readouterr().out.splitlines()
    count = sum(len(role["promises"]) for page in true.values() for role in page["roles"])
    assert checked == f"{count:,} promises checked, 0 broken"
    assert game == "the whole game: 0.000000 to 1.000000, within ±0.500000"
    assert everywhere.startswith("every position, at all beliefs: within ±0.500000; the widest is ")


def test_no_plan_of_the_package_keeps_a_unit_more() -> None:
    """The solver, with its own tree, finds the same best response to every plan."""
    with zipfile.ZipFile(PATH) as booklet:
        pages = {name: json.loads(booklet.read(name)) for name in booklet.namelist()}
    assert boasts_refused(check, pages, discs=8)


def test_bounds_that_cross_are_refused() -> None:
    sure = [Promise(0, WHOLE, WHOLE), Promise(WHOLE, WHOLE, WHOLE)]
    half = [Promise(0, WHOLE // 2, WHOLE // 2), Promise(WHOLE, WHOLE // 2, WHOLE // 2)]
    assert width_of((2, 2, 0, 0), half, half) == 0
    assert width_of((2, 2, 0, 0), [Promise(0, 0, 0), Promise(WHOLE, 0, 0)], half) == FINE // 2
    with pytest.raises(ProofError, match="above the upper one"):
        width_of((2, 2, 0, 0), sure, half)


def test_bounds_that_cross_between_their_ends_are_refused() -> None:
    """A promise in the middle lies above the other's bound, which is right at all four corners."""
    mine = [Promise(0, 0, 0), Promise(WHOLE // 2, WHOLE // 4, WHOLE // 4), Promise(WHOLE, 0, 0)]
    yours = [Promise(0, WHOLE, WHOLE), Promise(WHOLE, WHOLE, WHOLE)]
    with pytest.raises(ProofError):
        width_of((2, 2, 0, 0), mine, yours)


def test_the_widest_gap_may_lie_between_the_promises() -> None:
    """Bounds that meet at all four corners: at most 1, and at least max(q, 1 - q) for p = 0."""
    mine = [Promise(0, WHOLE, 0), Promise(0, 0, WHOLE), Promise(WHOLE, WHOLE, WHOLE)]
    yours = [Promise(0, 0, 0), Promise(WHOLE, 0, 0)]
    assert width_of((2, 2, 0, 0), mine, yours) == FINE // 2  # at q = 1/2


def test_the_proof_stands_by_itself() -> None:
    """It imports only the standard library, is short enough to read, and runs as a file."""
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) < 300
    command = [sys.executable, "-I", str(SOURCE), str(PATH)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("proven: whoever begins wins ")


class Mutant(NamedTuple):
    """A checker with one fault, and the forgery that reveals it."""

    right: str
    wrong: str
    shown_by: str
    """A forgery that it accepts or crashes on, or PLAY."""


PLAY = "a true booklet that it refuses, or a unit more than a plan keeps that it takes"

MUTANTS = [
    # Reading.
    Mutant("sorted(booklet.namelist()) != sorted(names)", "False", "a_page_twice"),
    Mutant("sorted(booklet.namelist()) != sorted(names)",
           "set(booklet.namelist()) != set(names)", "a_page_twice"),
    Mutant("sorted(booklet.namelist()) != sorted(names)",
           "not set(names) <= set(booklet.namelist())", "a_page_too_many"),
    Mutant("for page in booklet.infolist()) > LARGEST", "for page in booklet.infolist()) < 0",
           "a_zip_bomb"),
    Mutant("for page in booklet.infolist()) > LARGEST",
           "for page in booklet.infolist()) < LARGEST", PLAY),
    Mutant('about["version"] != VERSION or', "", "another_version"),
    Mutant('or len(about["roles"]) != 2', "", "a_player_too_many"),
    Mutant("EOFError, RuntimeError, ", "EOFError, ", "a_deep_page"),
    Mutant("zipfile.BadZipFile, ", "", "no_zip_at_all"),
    Mutant("AttributeError, ", "", "a_list_in_place_of_choices"),
    Mutant("LookupError, ", "", "a_promise_without_a_plan"),
    Mutant("TypeError, ", "", "a_list_in_place_of_a_page"),
    Mutant(", ValueError) as", ") as", "half_a_page"),
    Mutant("if not all(type(n) is int for n in (*firsts, *side.attempts.values())):", "if False:",
           "an_attempt_without_a_number"),
    Mutant("(*firsts, *side.attempts.values())", "(*side.attempts.values(),)",
           "a_choice_without_a_number"),
    Mutant('each["flows"], strict=True', 'each["flows"], strict=False', "a_flow_without_a_move"),
    Mutant('each["weights"], strict=True', 'each["weights"], strict=False',
           "a_weight_without_a_promise"),
    Mutant('if sorted(plan.flows) != each["moves"]', "if False", "moves_out_of_order"),
    Mutant('sorted(plan.flows) != each["moves"]', 'sorted(each["moves"]) != each["moves"]',
           "a_move_twice"),
    Mutant("type(n) is int and n >= 0", "n >= 0", "a_share_that_is_a_fraction"),
    Mutant("type(n) is int and n >= 0", "isinstance(n, int) and n >= 0",
           "a_truth_in_place_of_a_number"),
    Mutant("type(n) is int and n >= 0", "type(n) is int", "a_negative_share"),
    Mutant("type(n) is int and n >= 0", "type(n) is int and n > 0", PLAY),
    Mutant("numbers = *promise, ", "numbers = ", "a_truth_in_place_of_a_number"),
    Mutant('*each["moves"], *each["flows"], *(n', '*each["flows"], *(n', "a_move_that_is_a_truth"),
    Mutant('*each["flows"], *(n', "*(n", "a_negative_share"),
    Mutant(", *(n for part in parts for n in part)", "", "a_negative_weight"),
    Mutant("n for part in parts for n in part", "n for a, _, b in parts for n in (a, b)",
           "a_kept_promise_that_is_a_truth"),
    # Requirements of every list of promises.
    Mutant("if not needed <= {plan", "if needed <= {plan", PLAY),
    Mutant("else {0, WHOLE}", "else {WHOLE}", "no_promise_without_the_skull"),
    Mutant("else {0, WHOLE}", "else {0}", "no_promise_with_the_skull"),
    Mutant("needed = {WHOLE} if", "needed = set() if", "no_promise_of_a_whole_tribe"),
    Mutant("sum(mine.values()) != WHOLE or", "", "nobody_plans_and_wins"),
    Mutant("or (len(theirs) == 1 and self.promise.none)", "",
           "a_promise_against_a_whole_tribe_without_skull"),
    # The form of a plan.
    Mutant("if names != legal", "if len(names) != len(legal)", "other_moves"),
    Mutant("if sum(parts) != there", "if False", "a_promise_with_an_empty_plan"),
    Mutant("if sum(parts) != there", "if sum(parts) > there", "shares_that_add_up_to_less"),
    Mutant("if sum(parts) != there", "if sum(parts) < there", "shares_that_add_up_to_more"),
    Mutant("self.made != self.flows.keys() or", "", "a_move_that_never_comes_up"),
    Mutant("or not self.parts.keys() <= self.ended", "", "a_promise_where_the_game_is_over"),
    Mutant("if number >= len(plans)", "if False", "a_promise_that_is_not_shipped"),
    Mutant("if number >= len(plans)", "if number > len(plans)", "the_promise_after_the_last"),
    Mutant("used[0] > there[0] * WHOLE or", "", "more_with_the_skull_than_there_is"),
    Mutant("or used[1] > there[1] * WHOLE", "", "more_without_the_skull_than_there_is"),
    Mutant("used[0] > there[0]", "used[0] >= there[0]", PLAY),
    Mutant("used[1] > there[1]", "used[1] >= there[1]", PLAY),
    # The comparison.
    Mutant("* promised > CERTAIN", "* promised > CERTAIN + TWELFTHS * WHOLE", PLAY),
    Mutant("* promised > CERTAIN", "* promised >= CERTAIN", PLAY),
    Mutant("* promised > CERTAIN", "* promised < CERTAIN", PLAY),
    # The best response.
    Mutant("max(values[held[then]], value)", "min(values[held[then]], value)", PLAY),
    Mutant("max(values[held[then]], value)", "value", PLAY),
    Mutant("values[private] += value", "values[private] = value", PLAY),
    Mutant("max(failure)", "min(failure)", PLAY),
    Mutant("max(failure)", "failure[0]", PLAY),
    Mutant("(stop[0] if skull else success[kind])", "success[kind]", PLAY),
    Mutant("failure[kind] + (stop", "(stop", PLAY),
    Mutant("kept = 0 if kind else discs - 1", "kept = 0", PLAY),
    Mutant("kept = 0 if kind else discs - 1", "kept = discs - 1", PLAY),
    # The rules.
    Mutant("return True if my_wins else", "return True if not my_wins else", PLAY),
    Mutant("if mine > 1 else False", "if mine > 1 else True", PLAY),
    Mutant("following == (challenger == self.role)", "following != (challenger == self.role)",
           PLAY),
    Mutant("[0 if challenger == self.role else 1]", "[1 if challenger == self.role else 0]", PLAY),
    Mutant("gone = going[0] // discs", "gone = 0", PLAY),
    Mutant("range(seen.bid + 1, sum", "range(seen.bid + 2, sum", PLAY),
    Mutant("if not all(seen.heights)", "if not any(seen.heights)", PLAY),
    Mutant("private[1][-count:]", "private[1][:count]", PLAY),
    Mutant("count > 0 and", "", PLAY),
    Mutant("rest = bid - heights[challenger]", "rest = bid", PLAY),
    Mutant("0 if heights == (1, 1) else 1 - turn", "1 - turn", PLAY),
    Mutant("turn if closed else 1 - turn", "1 - turn", PLAY),
    Mutant("1 - turn, heights, seen.bid, closed=True", "turn, heights, seen.bid, closed=True",
           PLAY),
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.right} -> {mutant.wrong}")
def test_every_check_is_needed(mutant: Mutant, true: Pages, tmp_path: Path) -> None:
    source = SOURCE.read_text(encoding="utf-8")
    assert source.count(mutant.right) == 1
    faulty: Any = types.ModuleType("faulty")
    sys.modules["faulty"] = faulty  # named tuples look up their module
    try:
        exec(compile(source.replace(mutant.right, mutant.wrong), "faulty", "exec"), vars(faulty))
        if mutant.shown_by == PLAY:
            (tmp_path / "true.zip").write_bytes(packed(true))
            assert not (accepts(faulty, tmp_path / "true.zip") and boasts_refused(faulty, true))
        else:
            write_forgery(mutant.shown_by, true, tmp_path / "forged.zip")
            with pytest.raises(Took):
                refuses(faulty, tmp_path / "forged.zip")
    finally:
        del sys.modules["faulty"]


class Took(Exception):
    """Whether a checker accepted a forgery, or crashed on it."""


def refuses(checker: Any, path: Path) -> None:
    try:
        checker.check_booklet(str(path))
    except checker.ProofError:
        return
    except Exception as error:
        raise Took from error
    raise Took


def accepts(checker: Any, path: Path) -> bool:
    try:
        checker.check_booklet(str(path))
    except checker.ProofError:
        return False
    return True


def boasts_refused(checker: Any, true: Pages, discs: int = FEW) -> bool:
    """Whether it rejects one more unit than promised, for all plans with few discs."""
    sides: dict[tuple[int, ...], Any] = {}
    for name, page in true.items():
        sides[tuple(map(int, name.replace("-", "")))] = [
            checker.read_side(role) for role in page["roles"]
        ]
    for position, both in sides.items():
        for role, side in enumerate(both if sum(position[:2]) <= discs else ()):
            for plan in side.plans:
                for kind in ("skull", "none"):
                    more = plan.promise._replace(**{kind: getattr(plan.promise, kind) + 1})
                    try:
                        boast = plan._replace(promise=more)
                        checker.BestResponse(position, role, boast, sides).check()
                    except checker.ProofError:
                        continue
                    return False
    return True
