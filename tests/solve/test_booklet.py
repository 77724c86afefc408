"""What bots play by is what was solved."""

import io
import zipfile

from calavera.bots.ending.booklet import PATH, Place, pages_of, read_pages
from calavera.solve.archive import SHIPPED, read_solved
from calavera.solve.booklet import booklet_of, page_of
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.tables import load_tables


def test_the_booklet_is_of_the_build_that_comes_with_the_package() -> None:
    """Renewed by `calavera solve build`, beside the tables."""
    with zipfile.ZipFile(PATH) as kept, zipfile.ZipFile(io.BytesIO(booklet_of(SHIPPED))) as made:
        assert kept.namelist() == made.namelist()
        assert all(kept.read(name) == made.read(name) for name in made.namelist())


def test_a_page_says_what_the_plan_does() -> None:
    position = Position(2, 2, 1, 0)
    solved = read_solved(SHIPPED, position)
    pages = read_pages(page_of(solved))
    for role in (FIRST, SECOND):
        assert pages[role].own.tolist() == solved.promises[role].own.tolist()
        assert pages[role].against.tolist() == solved.promises[role].against.ravel().tolist()
        for number, plan in enumerate(solved.plans[role]):
            for key in pages[role].forks:
                shares = [share for _, share in pages[role].shares(number, key)]
                assert abs(sum(shares) - 1.0) < 1e-6
            told = {
                (int(leaf), promise, weight)
                for leaf in set(plan.leaf.tolist())
                for promise, weight in pages[role].later(number, leaf)
            }
            assert told == set(
                zip(plan.leaf.tolist(), plan.promise.tolist(), plan.weight.tolist(), strict=True)
            )


def test_the_best_mixture_is_worth_what_the_tables_say() -> None:
    for position in (Position(3, 3), Position(2, 3, 1, 0), Position(4, 4)):
        pages = pages_of(Place(*position))
        for own, other in ((0.3, 0.8), (1.0, 1.0), (0.75, 0.75), (0.0, 0.5)):
            for role in (FIRST, SECOND):
                page, promises = pages[role], load_tables().book[position.number, role]
                worth = sum(
                    weight * (other * page.against[2 * n] + (1 - other) * page.against[2 * n + 1])
                    for n, weight in page.mixture(own, other)
                )
                assert abs(worth - promises.at(own, other)) < 1e-9
