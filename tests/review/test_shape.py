"""A review as JSON."""

import json

import pytest

from calavera.review import review_json
from calavera.review.moments import MOMENTS
from calavera.review.shape import code_of, thousandths
from calavera.review.steps import steps
from tests.review.games import FOUR, game, reviewed


def test_every_step_adds_up_to_a_thousand() -> None:
    told = review_json(reviewed(*FOUR))
    curves = json.loads(json.dumps(told))["curves"]
    for curve in (curves["public"], curves["open"], *curves["players"]):
        assert len(curve) == len(game(*FOUR).moves) + 1
        assert all(sum(point) == 1000 for point in curve)


def test_accounts_still_add_up() -> None:
    told = json.loads(json.dumps(review_json(reviewed(*FOUR))))
    for account in told["accounts"]:
        parts = {key: value for key, value in account.items() if key not in ("player", "result")}
        assert sum(parts.values()) == account["result"]


@pytest.mark.parametrize("chances", [[1.0], [0.5, 0.5], [1 / 3] * 3, [0.0004, 0.0004, 0.9992]])
def test_thousandths(chances: list[float]) -> None:
    found = thousandths(chances)
    assert sum(found) == 1000
    assert all(abs(part - 1000 * chance) < 1 for part, chance in zip(found, chances, strict=True))


def test_moments_have_codes() -> None:
    codes = [code_of(kind) for kind in MOMENTS]
    assert codes == ["bluff", "read", "raise", "blunder", "blind", "all-along", "swing"]
    for moment in json.loads(json.dumps(review_json(reviewed(*FOUR))))["moments"]:
        assert moment["type"] in codes
        assert moment["seat"] in "abcd"


def test_bands_are_named_for_every_viewpoint_and_for_few_discs() -> None:
    told = json.loads(json.dumps(review_json(reviewed(*FOUR))))
    assert set(told["bands"]) == {"public", "player", "open", "few"}
    boards = [step.after.board for step in steps(game(*FOUR))]
    for number, board in enumerate(boards):
        discs = [mat.discs for mat in board.mats if mat.discs]
        assert (number in told["few"]) == (sum(discs) / len(discs) <= 2.5)
    assert 0 < len(told["few"]) < len(boards)
