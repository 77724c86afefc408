"""The page about endings says what the tables say."""

from bench.endgames import PAGE, PICTURES, page
from calavera.solve.explain.heat_map import draw_heat
from calavera.solve.explain.solved_game import load_solved_game


def test_every_number_of_the_page_is_of_the_tables() -> None:
    """Renewed by `python -m bench.endgames`."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, load_solved_game()) == text


def test_the_pictures_are_of_the_tables() -> None:
    """Renewed by `python -m bench.endgames`."""
    for name, position in PICTURES.items():
        kept = (PAGE.parent / "pictures" / name).read_text(encoding="utf-8")
        assert kept == draw_heat(load_solved_game(), position)
