"""The explorer: bounds, plans and beliefs from the booklet, as `calavera solve` tells them."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calavera.bots.ending.booklet import PageName
from calavera.cli import main
from calavera.protocol.calls.endings import CERTAIN, ENDING, ENDING_MAP, MAP_CELLS
from calavera.solve.errors import SolveError
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.explorer.answer import explore, read_position, value_map
from calavera.solve.explorer.bounds import bounds_at
from calavera.solve.explorer.equilibrium import Equilibrium
from calavera.solve.explorer.walk import walk
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, every_position
from calavera.solve.model.gap import beliefs_of
from calavera.solve.model.query import Query
from calavera.solve.model.round_tree import has_skull

SRC = Path(__file__).parents[2] / "src"
MILLIONTH = 1.0 / CERTAIN


def questions(seed: int, each: int = 1) -> Iterator[Query]:
    """Every position at random beliefs, certain ones among them."""
    rng = random.Random(seed)
    for position in every_position():
        for _ in range(each):
            p, q = (
                1.0 if discs == 4 else rng.choice((0.0, 1.0, rng.random(), rng.random()))
                for discs in position.discs
            )
            yield Query(position, p, q)


def test_the_bounds_are_those_of_the_tables() -> None:
    tables = load_solved_game()
    for query in questions(1, 20):
        found = bounds_at(query.position, query.first, query.second)
        assert found == pytest.approx(
            tables.bounds(query.position, query.first, query.second), abs=1e-9
        )


def test_no_answer_to_a_plan_wins_more_than_the_bounds_leave() -> None:
    """The plans shown are as good as the bounds: each is put to its best response."""
    for query in questions(2, 2):
        found = Equilibrium(query)
        bounds = bounds_at(query.position, query.first, query.second)
        # Whoever begins places its first disc last.
        second, first = found.nodes[:2]
        for node, belief, (least, most) in (
            (first, query.first, bounds),
            (second, query.second, bounds.turned),
        ):
            best = sum(
                max(option.wins or 0.0 for option in advice.options)
                * (belief if has_skull(advice.private) else 1.0 - belief)
                for advice in found.advice_at(node)
            )
            assert least - 1e-8 <= best <= most + 1e-8, (query, node.actor)


def test_the_map_is_that_of_the_drawing() -> None:
    tables = load_solved_game()
    for name in ("11-00", "33-01", "43-10", "44-00", "24-11"):
        position = read_position(name)
        low, high = tables.over(position, *(beliefs_of(n, MAP_CELLS) for n in position.discs))
        rows = value_map(name).rows
        assert ENDING_MAP.decode(json.loads(ENDING_MAP.write(value_map(name)))) == value_map(name)
        assert (len(rows), len(rows[0])) == low.shape
        for row, expected in zip(rows, ((low + high) / 2).tolist(), strict=True):
            assert [cell * MILLIONTH for cell in row] == pytest.approx(expected, abs=MILLIONTH)


def asked(query: Query) -> tuple[str, str, str]:
    return str(PageName(*query.position)), repr(query.first), repr(query.second)


def solved(query: Query, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `calavera solve --json` says."""
    seats = (
        f"{'?' * n}/{wins}"
        for n, wins in zip(query.position.discs, query.position[2:], strict=True)
    )
    beliefs = (repr(query.first), repr(query.second))
    assert main(["solve", *seats, "--beliefs", *beliefs, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def near(share: int | None) -> Any:
    return None if share is None else pytest.approx(share * MILLIONTH, abs=2 * MILLIONTH)


def test_the_page_says_what_calavera_solve_says(capsys: pytest.CaptureFixture[str]) -> None:
    """In every position: the bounds, both plans wherever they lead, and every outcome."""
    compared = 0
    for query in questions(3):
        told = solved(query, capsys)
        start = explore(*asked(query))
        assert start.low * MILLIONTH <= told["low"] + 1e-9 <= start.low * MILLIONTH + 2e-6
        assert start.high * MILLIONTH >= told["high"] - 1e-9 >= start.high * MILLIONTH - 2e-6
        small = sum(query.position.discs) < 5
        known = [each for plan in told["plans"] for each in plan]
        for each in known if small else [each for each in known if each["likely"] > 0.02]:
            if each["told"] in ("", "b?"):
                options = [one.options for one in start.placing if _held(one) == each["holds"]
                           and "ab"[one.seat] == ("b" if each["told"] == "" else "a")]  # fmt: skip
            else:
                page = explore(*asked(query), each["told"].removeprefix("b? a?"))
                options = [one.options for one in page.holdings if _held(one) == each["holds"]
                           and one.seat == page.turn]  # fmt: skip
            (shown,) = options
            assert {str(one.action): near(one.wins) for one in shown} == each["wins"]
            if shown[0].share is not None:
                assert {str(one.action): near(one.share) for one in shown} == each["does"]
            else:
                assert each["likely"] < 1e-8
            compared += 1
        for result in told["results"] if small else told["results"][:6]:
            page = explore(*asked(query), result["told"].removeprefix("b? a?"))
            ends = {"success": "succeeds", "own-skull": "its own skull", "others-skull": "of"}
            (outcome,) = [one for one in page.outcomes if ends[one.end.value] in result["outcome"]]
            if result["likely"] > 0.01:
                assert (near(outcome.first), near(outcome.second)) == tuple(result["beliefs"])
                assert near(outcome.keeps) == result["keeps_skull"]
                assert (outcome.low + outcome.high) / 2 * MILLIONTH == pytest.approx(
                    result["wins"], abs=1e-4
                )
            compared += 1
    assert compared > 800


def _held(holding: Any) -> str:
    hand, stack = ("".join(map(str, discs)) for discs in (holding.hand, holding.stack))
    if not stack:
        return f"hand {hand}"
    return f"mat {stack}" + (f", hand {hand}" if hand else "")


def test_beliefs_follow_from_the_plans_by_bayes() -> None:
    """A second way to compute them: how much of each kind of a player comes to a node at all."""
    checked = 0
    for query in questions(4):
        found = Equilibrium(query)
        for node in found.nodes[2:]:
            kinds = [[0.0, 0.0], [0.0, 0.0]]
            for player in (FIRST, SECOND):
                reach = found.reach[player][node.number]
                for private, share in zip(node.privates[player], reach, strict=True):
                    kinds[player][has_skull(private)] += share
            if min(map(sum, kinds)) < 1e-6:
                continue
            *_, step = walk(found, node.told.split()[2:])
            expected = [skull / (none + skull) for none, skull in kinds]
            assert list(step.beliefs) == pytest.approx(expected, abs=1e-6)
            checked += 1
    assert checked > 250


def test_what_follows_a_move_adds_up() -> None:
    """The mean of the beliefs after a move is the belief before it."""
    for query in questions(5):
        page = explore(*asked(query))
        assert sum(each.likely for each in page.choices) == pytest.approx(CERTAIN, abs=10)
        for who in ("first", "second"):
            mean = sum(each.likely * getattr(each, who) for each in page.choices) * MILLIONTH
            assert mean == pytest.approx(getattr(page, who), abs=20)


def test_a_move_that_no_plan_makes_tells_nothing() -> None:
    page = explore("22-00", "0.3", "0.6", "a1")
    assert page.moves[-1].likely == 0
    assert (page.moves[-1].first, page.moves[-1].second) == (300_000, 600_000)
    assert page.turn == SECOND
    assert all(one.wins is None for each in page.holdings for one in each.options)
    again = explore("22-00", "0.3", "0.6", "a1 b2")
    assert again.outcomes or again.choices
    assert sum(each.likely for each in again.holdings if each.seat == FIRST) == CERTAIN


def test_a_round_ends_where_the_next_begins() -> None:
    page = explore("21-10", "0.5", "0.25", "a2")
    assert page.bid == 2
    assert page.choices == ()
    ends = {each.end.value: each for each in page.outcomes}
    assert ends["success"].following is None
    assert ends["success"].low == ends["success"].high == CERTAIN
    assert ends["others-skull"].following == "11-10"
    assert sum(each.likely for each in page.outcomes) == pytest.approx(CERTAIN, abs=3)
    assert ENDING.decode(json.loads(ENDING.write(page))) == page


def test_what_if_the_other_begins() -> None:
    page = explore("21-00", None, None)
    turned = bounds_at(DuelPosition(1, 2), 0.25, 0.5)
    assert page.turned_low * MILLIONTH == pytest.approx(1 - turned.high, abs=2e-6)
    assert page.turned_high * MILLIONTH == pytest.approx(1 - turned.low, abs=2e-6)
    assert (page.first, page.second) == (500_000, 250_000), "as after blind picks"


@pytest.mark.parametrize(
    ("position", "first", "second", "moves", "says"),
    [
        ("52-00", None, None, "", "not a position"),
        ("32-02", None, None, "", "not a position"),
        ("3200", None, None, "", "not a position"),
        ("²2-00", None, None, "", "not a position"),
        ("32-10" * 9, None, None, "", "not a position"),
        ("32-00", "1.01", None, "", "first=1.01"),
        ("32-00", "nan", None, "", "from 0 to 1"),
        ("32-00", None, "x" * 99, "", "from 0 to 1"),
        ("42-00", "0.5", None, "", "R1"),
        ("22-00", None, None, "b1", "a?, a1, a2"),
        ("22-00", None, None, "a2 b1", "the bidding is over"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    position: str, first: str | None, second: str | None, moves: str, says: str
) -> None:
    with pytest.raises(SolveError, match=says.replace("?", r"\?")) as refused:
        explore(position, first, second, moves)
    assert len(str(refused.value)) < 160
    assert "\n" not in str(refused.value)


def test_it_needs_nothing_but_python() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SRC)!r})\n"
        "from calavera.solve.explorer.answer import explore, value_map\n"
        "print(explore('32-10', None, None, 'a?').low, len(value_map('22-00').rows),"
        " 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(explore("32-10", None, None).low), str(MAP_CELLS), "False"]
