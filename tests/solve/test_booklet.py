"""Bots play what was solved."""

import json

import pytest

from calavera.bots.ending.booklet import (
    PATH,
    WHOLE,
    Page,
    PageName,
    choice_key,
    discard_key,
    pages_of,
    read_pages,
)
from calavera.rules import Disc, Discard
from calavera.solve.build.page_folder import Solved
from calavera.solve.build.position_solver import Care, solve_position
from calavera.solve.build.writer import page_of
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, every_position
from calavera.solve.model.promises import Promises
from calavera.solve.model.realization_plan import shares_of
from calavera.solve.model.round_tree import round_tree


@pytest.fixture(scope="module")
def solved() -> Solved:
    position, book = DuelPosition(2, 2, 1, 0), dict[tuple[int, int], Promises]()
    for each in every_position():
        for role, page in enumerate(pages_of(PageName(*each))):
            book[each.number, role] = load_solved_game().book[each.number, role]
            assert len(page.promises) == len(book[each.number, role].own)
    return solve_position(position, book, Care(0.01))


def test_a_page_says_what_the_plan_does(solved: Solved) -> None:
    pages = read_pages(page_of(solved))
    for role in (FIRST, SECOND):
        assert pages[role].own == solved.promises[role].own.tolist()
        assert pages[role].against == solved.promises[role].against.ravel().tolist()
        for number, plan in enumerate(solved.plans[role]):
            shares = shares_of(solved.position, role, plan).tolist()
            edge = 0
            for node in round_tree(solved.position).nodes:
                for move in node.edges:
                    if node.actor == role:
                        key = choice_key(node.told, *node.privates[role][move.state])
                        assert dict(pages[role].shares(number, key))[move.action] == shares[edge]
                    edge += 1
            told = {
                (leaf, promise, weight)
                for leaf in set(plan.leaf.tolist())
                for promise, weight in pages[role].later(number, leaf)
            }
            weights = (plan.weight / WHOLE).tolist()
            assert told == set(zip(plan.leaf.tolist(), plan.promise.tolist(), weights, strict=True))


def test_a_page_says_which_disc_to_lose(solved: Solved) -> None:
    pages, chosen = read_pages(page_of(solved)), 0
    for role in (FIRST, SECOND):
        for number, plan in enumerate(solved.plans[role]):
            for told, attempt in pages[role].attempts.items():
                kept, lost = plan.discards[attempt].tolist()
                if kept + lost:
                    shares = dict(pages[role].shares(number, discard_key(told)))
                    assert shares[Discard(Disc.FLOWER)] == kept / (kept + lost)
                    assert shares[Discard(Disc.SKULL)] == lost / (kept + lost)
                    chosen += 1
    assert chosen


def test_where_a_plan_never_leads_it_is_even() -> None:
    page = Page({"told|FS|": [3, "F", "S"]}, {}, [{"moves": [0, 5], "flows": [7, 9]}])
    assert [share for _, share in page.shares(0, "told|FS|")] == [0.5, 0.5]


def test_another_version_is_not_read() -> None:
    with pytest.raises(ValueError, match="version 1, not 2"):
        read_pages(json.dumps({"version": 1, "roles": []}).encode())


def test_the_booklet_is_small() -> None:
    assert PATH.stat().st_size < 1_500_000


def test_the_best_mixture_is_worth_what_the_tables_say() -> None:
    for position in (DuelPosition(3, 3), DuelPosition(2, 3, 1, 0), DuelPosition(4, 4)):
        pages = pages_of(PageName(*position))
        for own, other in ((0.3, 0.8), (1.0, 1.0), (0.75, 0.75), (0.0, 0.5)):
            for role in (FIRST, SECOND):
                page, promises = pages[role], load_solved_game().book[position.number, role]
                worth = sum(
                    weight * (other * page.against[2 * n] + (1 - other) * page.against[2 * n + 1])
                    for n, weight in page.mixture(own, other)
                )
                assert abs(worth - promises.at(own, other)) < 1e-9
