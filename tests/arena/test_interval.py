"""Wilson's interval, against published values."""

import pytest

from calavera.arena.interval import wilson


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [  # the first four are the examples of Newcombe, Statistics in Medicine 17 (1998), method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
        (20, 20, 0.8389, 1.0000),
        (0, 0, 0.0, 1.0),
    ],
)
def test_known_values(hits: int, tries: int, low: float, high: float) -> None:
    interval = wilson(hits, tries)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_it_holds_the_share_and_narrows() -> None:
    widths = []
    for tries in (1, 10, 100, 1000):
        for hits in range(tries + 1):
            low, high = wilson(hits, tries)
            assert 0 <= low <= hits / tries <= high <= 1
        widths.append(wilson(tries // 2, tries))
    assert [high - low for low, high in widths] == sorted(
        (high - low for low, high in widths), reverse=True
    )
