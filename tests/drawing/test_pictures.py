"""Pictures of positions: what they show, from which viewpoint, and that names are only names."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from calavera import Game
from calavera.drawing import (
    Unfinished,
    UnknownRound,
    draw,
    draw_card,
    moment_of_game,
    moment_of_record,
)
from calavera.drawing.lettering import wrapped
from calavera.record import read_record, seen_by
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.retelling.steps import UnknownViewpoint
from calavera.rules import Player

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
GAMES = ROOT / "tests" / "playthroughs" / "games"
THREE_ROUNDS = (ROOT / "docs" / "examples" / "three_rounds.skull").read_text()
SVG = "{http://www.w3.org/2000/svg}"

ALLOWED = {
    *("svg", "title", "desc", "defs", "symbol", "g", "use", "path", "circle", "rect", "text"),
    *("radialGradient", "linearGradient", "stop", "filter", "feColorMatrix", "feGaussianBlur"),
    *("feComponentTransfer", "feFuncR", "feFuncG", "feFuncB"),
}


def body(picture: str) -> str:
    """What is drawn, an element a line, without the art that it refers to."""
    return re.sub("<defs>.*</defs>", "", picture, flags=re.DOTALL).replace("><", ">\n<")


def two_tribes() -> str:
    return (GAMES / "two_tribes.skull").read_text()


PICTURES: dict[str, Callable[[], str]] = {
    "what-b-knew": lambda: draw(moment_of_record(read_record(THREE_ROUNDS), "b", 1)),
    "bidding": lambda: draw(
        moment_of_record(read_record(THREE_ROUNDS.split(" a- b- |")[0])), theme="day", language="it"
    ),
    "two-tribes": lambda: draw(moment_of_record(read_record(two_tribes())), language="fr"),
    "card": lambda: draw_card(read_record(THREE_ROUNDS), theme="day", language="de"),
}
DOCS: dict[str, Callable[[], str]] = {
    "round": lambda: draw(moment_of_record(read_record(THREE_ROUNDS), None, 1)),
    "card": lambda: draw_card(read_record(THREE_ROUNDS)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_was_looked_at(name: str) -> None:
    """To renew them: python -m tests.drawing.test_pictures; then look at them."""
    assert body(PICTURES[name]()) == (GOLDEN / f"{name}.svg").read_text()


def test_the_pictures_of_the_docs_are_current() -> None:
    """To renew them: python -m tests.drawing.test_pictures; then look at them."""
    for name, made in DOCS.items():
        assert made() == (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(), name


def discs(picture: str) -> list[str]:
    """The discs that are drawn, large or small."""
    return re.findall(r'href="#calavera-[a-z]+-(back|flower|skull)"', picture)


def test_an_unfinished_game_is_drawn_in_public_unless_asked() -> None:
    record = read_record("skull: 1\nplayers: A, B\n\n1. aS bF | aF b1")
    assert discs(draw(moment_of_record(record))) == ["back"] * 3
    assert draw(moment_of_record(record)) == draw(moment_of_record(record, "public"))
    assert sorted(discs(draw(moment_of_record(record, "a")))) == [
        "back", "flower", "flower", "flower", "skull",
    ]  # fmt: skip
    assert "back" not in discs(draw(moment_of_record(record, "open")))


def test_a_finished_game_is_drawn_open_as_far_as_it_is_written() -> None:
    record = read_record(THREE_ROUNDS)
    assert "back" not in discs(draw(moment_of_record(record)))
    of_bo = seen_by(record, record.setup.viewer(Player(1)))
    assert discs(draw(moment_of_record(of_bo))).count("back") == 1
    with pytest.raises(UnknownViewpoint):
        moment_of_record(of_bo, "open")


def test_a_round_is_drawn_as_it_ended() -> None:
    record = read_record(THREE_ROUNDS)
    first = moment_of_record(record, "public", 1).board
    assert first.round == 1
    assert first.attempt is not None
    assert first.attempt.skull == 1
    assert moment_of_record(record).board.outcome is not None
    for wrong in (0, 4):
        with pytest.raises(UnknownRound, match="the record has rounds 1 to 3"):
            moment_of_record(record, None, wrong)


def test_only_a_finished_game_has_a_card() -> None:
    with pytest.raises(Unfinished):
        draw_card(read_record(THREE_ROUNDS[: THREE_ROUNDS.rindex("| c>cF")]))


def test_lines_are_about_equally_long() -> None:
    assert wrapped("one two three four", 16, 1) == ["one two three four"]
    assert wrapped("aaaa bbbb cccc dd", 10, 1) == ["aaaa bbbb", "cccc dd"]
    assert wrapped("immeasurable words", 1, 1) == ["immeasurable", "words"]
    assert wrapped("", 10, 1) == []


HOSTILE = (
    '<script>alert("1")</script>',
    "'\"&<>]]>",
    "a" * 5000,
    "\x07\u202e\ufffe bell",
    "ليلى 漢字 👻",
    'href="#calavera-dots-back"',
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_never_markup(name: str) -> None:
    text = THREE_ROUNDS.replace("Cy", name)
    for picture in (
        draw(moment_of_record(read_record(text))),
        draw_card(read_record(text)),
        draw(moment_of_game(Game(2, first="a", names=["\ud800", name]))),
    ):
        check(picture)


def check(picture: str) -> None:
    """Check that it is well-formed, has known elements alone, and defines what it refers to."""
    root = ET.fromstring(picture.encode())
    ids = {one.get("id") for one in root.iter()}
    for one in root.iter():
        assert one.tag.removeprefix(SVG) in ALLOWED
        assert not any(key.startswith("on") for key in one.attrib)
        used = [one.get("href", "")[1:]] if one.tag == f"{SVG}use" else []
        used += re.findall(r"url\(#([^)]*)\)", " ".join(one.attrib.values()))
        assert set(used) <= ids
        assert "href" not in one.attrib or one.get("href", "").startswith("#")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert root[1].tag == f"{SVG}desc"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
def test_everybody_has_a_place_at_every_table(seats: int) -> None:
    game = Game(seats, first="a")
    picture = draw(moment_of_game(game))
    check(picture)
    rings = re.findall(
        r'translate\(([^)]*)\)"><circle cx="0" cy="0" r="[\d.]+" fill="none"', picture
    )
    assert len(set(rings)) == seats  # all have to place
    for player in game.names:
        assert f">{player}</text>" in picture


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_card_speaks_every_language_by_day_and_by_night(language: str, theme: str) -> None:
    picture = draw_card(read_record(THREE_ROUNDS), theme=theme, language=language)
    check(picture)
    assert f'lang="{language}"' in picture
    assert not re.search(r"[{}]", body(picture))


def test_notebooks_show_games_in_public_and_views_as_they_are() -> None:
    one, other = Game(3, first="a"), Game(3, first="a")
    one.play("aF bS cF")
    other.play("aS bF cF")
    assert picture_of(one) == picture_of(other)
    assert picture_of(one.view("c")) == picture_of(other.view("c"))
    assert picture_of(one.view("a")) != picture_of(other.view("a"))
    assert "skull" in discs(picture_of(one.view("b")))
    over = Game.read(THREE_ROUNDS)
    assert picture_of(over) == draw(moment_of_record(read_record(THREE_ROUNDS)))


def picture_of(shown: object) -> str:
    """As a notebook asks for it."""
    method: Callable[[], str] = getattr(shown, "_repr_svg_")  # noqa: B009  attached by the package
    return method()


if __name__ == "__main__":
    for _name, _picture in PICTURES.items():
        (GOLDEN / f"{_name}.svg").write_text(body(_picture()))
    for _name, _picture in DOCS.items():
        (ROOT / "docs" / "pictures" / f"{_name}.svg").write_text(_picture())
