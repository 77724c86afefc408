"""What play gives away, counted over a short game."""

from pathlib import Path

import pytest

from bench.tells import main

GAME = """\
skull: 1
players: Ana, Bo, Cy
first: a

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""


def test_every_placement_bid_and_pass_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.skull").write_text(GAME, encoding="utf-8")
    main([str(tmp_path)])
    counted = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert {what: count.partition(" (")[0] for what, count in counted.items()} == {
        "skull first, beginning": "0.0 % of 3",
        "skull first, not beginning": "33.3 % of 6",
        "skull on the mat after a pass": "50.0 % of 4",
        "skull on the mat after a raise": "0.0 % of 1",
        "skull on the mat after an opening bid": "33.3 % of 3",
    }
