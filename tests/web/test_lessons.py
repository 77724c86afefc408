"""The lessons: made by the rules, complete, and told in every language."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parent.parent.parent / "web"
LEARN = WEB / "src" / "learn"
LANGUAGES = ("en", "it", "fr", "de", "es")
RULES_OF_PLAYERS = {f"R{number}" for number in range(1, 39)}

pytestmark = pytest.mark.skipif(not LEARN.exists(), reason="the front end is not here")


def lessons() -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads((LEARN / "lessons.json").read_text())
    return data


def words(language: str) -> dict[str, str]:
    data: dict[str, str] = json.loads((LEARN / "words" / f"{language}.json").read_text())
    return data


def test_the_data_is_what_the_script_makes() -> None:
    """To renew it: python web/lessons/make.py"""
    spec = importlib.util.spec_from_file_location("make_lessons", WEB / "lessons" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    sys.modules["make_lessons"] = make  # dataclasses look their module up
    spec.loader.exec_module(make)
    assert (LEARN / "lessons.json").read_text() == make.text()


def test_every_rule_that_concerns_players_is_shown() -> None:
    nodes = [node for lesson in lessons() for node in lesson["nodes"]]
    assert {rule for node in nodes for rule in node["rules"]} >= RULES_OF_PLAYERS


def test_every_legal_action_has_an_answer() -> None:
    for lesson in lessons():
        for node in lesson["nodes"]:
            own = lesson["views"][node["view"]]["own"]
            legal = [(seat["seat"], action) for seat in own for action in seat["legal"]]
            if node["kind"] == "ask":
                assert [(choice["seat"], choice["action"]) for choice in node["choices"]] == legal
                assert legal


def test_every_lesson_can_be_finished_from_everywhere() -> None:
    for lesson in lessons():
        nodes = lesson["nodes"]
        ends = {index for index, node in enumerate(nodes) if _leaves(node) == {None}}
        assert ends
        reaching = set(ends)
        while True:
            more = {i for i, node in enumerate(nodes) if _leaves(node) & reaching} - reaching
            if not more:
                break
            reaching |= more
        assert reaching == set(range(len(nodes)))
        assert all(not node["choices"] or node["next"] is None for node in nodes)


def _leaves(node: dict[str, Any]) -> set[int | None]:
    return {choice["to"] for choice in node["choices"]} or {node["next"]}


def test_no_view_tells_what_another_seat_holds() -> None:
    for lesson in lessons():
        for view in lesson["views"]:
            assert {own["seat"] for own in view["own"]} == set(view["viewer"])
            mine = {m["seat"] for m in view["board"]["mats"] if m["owner"] == 0}
            assert set(view["viewer"]) == mine


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_all_there_and_none_too_many(language: str) -> None:
    here, english = words(language), words("en")
    assert list(here) == list(english)
    told = {node["words"] for lesson in lessons() for node in lesson["nodes"]}
    names = {f"name_{lesson['name']}" for lesson in lessons()}
    assert told | names <= set(here)
    prefixes = tuple(f"{lesson['name']}_" for lesson in lessons())
    assert {key for key in here if key.startswith(prefixes)} == told
    for key, text in here.items():
        assert text.strip()
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", english[key])
        assert len(re.findall(r"\[[^\[\]|]+\|[^\[\]|]+\]", text)) == text.count("[")
        assert text.count("[") == text.count("]")
