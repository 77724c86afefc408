"""Bots by name, by character and by module."""

from pathlib import Path

import pytest

from calavera.bots import BOTS, Belief, Bold, Strength, Uniform
from calavera.bots.contract.__main__ import USAGE, main
from calavera.bots.loading import BotError, bot_name, find_bot, full_name, is_ours, known_bots


def test_by_name_by_character_and_by_level() -> None:
    assert find_bot("belief") is find_bot(" XOLO ") is find_bot("Xolo") is Belief
    assert find_bot("catrin") is find_bot("medium-bold") is Bold
    assert find_bot("hard-bold").name == "hard-bold"
    assert [find_bot(str(level)) for level in Strength] == list(BOTS.values())
    assert find_bot("tests.arena.bots:Watcher").__name__ == "Watcher"


def test_names_of_others_stay_as_they_are() -> None:
    assert full_name("Catrín") == "bold"
    assert full_name("tests.arena.bots:Watcher") == "tests.arena.bots:Watcher"
    assert is_ours("VELA")
    assert not is_ours("Watcher")
    assert bot_name(Uniform) == "uniform"
    assert bot_name(type("Nameless", (), {})) == "Nameless"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("beleif", f"there is no bot 'beleif'; did you mean belief? {known_bots()}"),
        ("q" * 50, f"there is no bot '{'q' * 40}'; {known_bots()}"),
        (":Bot", ":Bot: there is not a module before the colon; expected module:Class"),
        ("bots:", "bots:: there is not a class behind the colon; expected module:Class"),
        (
            "no_such_module:Bot",
            "no_such_module:Bot: there is no module no_such_module here or where Python looks"
            " for one",
        ),
        (
            "tests.arena.bots:Nobody",
            "tests.arena.bots:Nobody: the module tests.arena.bots has no Nobody",
        ),
        (
            "tests.arena.bots:NOT_A_CLASS",
            "tests.arena.bots:NOT_A_CLASS is not a class; a bot is a class with choose(view, rng)",
        ),
        (
            "tests.arena.bots:NoBot",
            "tests.arena.bots:NoBot is not a bot: it has no choose(view, rng)",
        ),
    ],
)
def test_what_is_not_a_bot_is_refused_in_one_line(source: str, why: str) -> None:
    with pytest.raises(BotError) as refusal:
        find_bot(source)
    assert str(refusal.value) == why


def test_the_contract_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err == f"{USAGE}\n"
    assert USAGE.startswith("usage: python -m calavera.bots.contract BOT")
    assert main(["nobody"]) == 2
    assert capsys.readouterr().err.startswith("calavera: there is no bot 'nobody'; ")


def test_a_module_beside_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "beside_me_too"
    (tmp_path / f"{name}.py").write_text("from calavera.bots import Uniform as Mine\n")
    monkeypatch.chdir(tmp_path)
    assert find_bot(f"{name}:Mine") is Uniform
