"""The puzzle of a date, over HTTP."""

import asyncio
from datetime import date

from calavera.review.puzzles import puzzle_of_day
from tests.server.test_review import caller


def test_a_date_has_its_puzzle_and_anything_else_is_refused() -> None:
    async def test() -> None:
        day = date(2026, 11, 18)
        number, puzzle = puzzle_of_day(day)
        async with caller() as session:
            async with session.get(f"/api/puzzles/{day}") as answer:
                assert answer.status == 200
                told = await answer.json()
            assert told["number"] == number + 1
            assert told["level"] == puzzle.level.value
            assert len(told["choices"]) == len(puzzle.choices)
            # It is told as its player saw it: nobody else's discs are in it.
            assert told["replay"]["eyes"] == told["seat"]
            assert "open" not in told["replay"]["choice"]
            for text in ("today", "2026-13-01", "1"):
                async with session.get(f"/api/puzzles/{text}") as answer:
                    assert answer.status == 404

    asyncio.run(test())
