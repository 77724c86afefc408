"""Engines: processes that play, whatever they do."""

import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from calavera.bots import BotFault, MoveTime, ask, dismiss, seat_bot, set_clock
from calavera.bots.contract.checks import PROMISES, check_bot
from calavera.bots.contract.tables import moves_of_a_game, questions, random_setup
from calavera.bots.engine import engine as engines
from calavera.bots.engine.stable import STABLE
from calavera.bots.loading import BotError, bot_name, find_bot
from calavera.rules import Player, new_game, set_up, view
from tests.bots.engines import ROOT, engine


@pytest.fixture(autouse=True)
def _no_engine_stays() -> Iterator[None]:
    yield
    STABLE.close()


@pytest.fixture(scope="session")
def engine_in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: examples/engine.c was not built (cc is not on the path)")
    program = tmp_path_factory.mktemp("engine") / "engine"
    source = ROOT / "examples" / "engine.c"
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    return f"cmd:{program}"


@pytest.fixture(scope="session")
def engine_in_node() -> str:
    if shutil.which("node") is None:
        pytest.skip("Node is not on the path: examples/engine.mjs was not played")
    return f"cmd:node {ROOT / 'examples' / 'engine.mjs'}"


def test_the_engine_in_c_keeps_the_contract(engine_in_c: str) -> None:
    kind = find_bot(engine_in_c)
    assert bot_name(kind) == "Pebble"
    check_bot(kind)


@pytest.mark.parametrize(
    "promise", ["legal without a past", "the same choice whatever others hide"]
)
def test_the_engine_in_node_keeps_the_contract(engine_in_node: str, promise: str) -> None:
    kind = find_bot(engine_in_node)
    assert bot_name(kind) == "Clavel"
    PROMISES[promise](kind)


def first_question(kind: str) -> None:
    """Ask a new engine for the first disc of a game."""
    setup = set_up(3)
    seen = view(new_game(setup, first=setup.seats[0]), setup.viewer(Player(0)))
    bot = seat_bot(find_bot(kind))
    try:
        ask(bot, seen, random.Random(1))
    finally:
        dismiss(bot)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("crashes", "ended with status 7"),
        ("shot", "was ended by SIGKILL"),
        ("floods", "wrote more than 1,000,000 bytes for one answer"),
        ("long", "wrote a line of more than 10,000 bytes"),
        ("closes", "closed its output"),
        ("illegal", "chose a48: every seat places one disc first (R6)"),
        ("nonsense", "answered 'move Nf3', which is no move"),
        ("talks", "answered 'I should think so'; expected move MOVE"),
    ],
)
def test_a_fault_is_one_line(tmp_path: Path, kind: str, said: str) -> None:
    with pytest.raises(BotFault) as caught:
        first_question(engine(tmp_path, kind))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_an_engine_that_hangs_is_killed_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "LONGEST_MOVE", 1.0)
    kept = tmp_path / "pids"
    with pytest.raises(BotFault, match="did not answer within 1 seconds"):
        first_question(engine(tmp_path, "hangs", kept))
    for pid in map(int, kept.read_text().split()):
        while _is_alive(pid):  # the children are reaped by whoever inherits them
            time.sleep(0.01)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_second_answer_is_a_fault_at_the_next_question(tmp_path: Path) -> None:
    setup = set_up(3)
    seen = view(new_game(setup, first=setup.seats[0]), setup.viewer(Player(0)))
    bot = seat_bot(find_bot(engine(tmp_path, "twice")))
    ask(bot, seen, random.Random(1))
    said = ""
    while not said:  # the second line may come late: then it answers a later question
        try:
            ask(bot, seen, random.Random(1))
        except BotFault as fault:
            said = str(fault)
    assert said == "spoke before it was asked: 'move F'"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("cmd:", "the engine names no command"),
        ("cmd:'", "the engine is not a command line: No closing quotation"),
        ("cmd:/no/such/engine", "the engine cannot start /no/such/engine: No such file"),
        ("cmd:false", "the engine ended with status 1"),
    ],
)
def test_a_command_that_is_no_engine(source: str, said: str) -> None:
    with pytest.raises(BotError) as caught:
        find_bot(source)
    assert said in str(caught.value)


def test_an_engine_that_greets_wrongly_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BotError, match="greeted with 'hello'; expected name NAME or ready"):
        find_bot(engine(tmp_path, "rude"))
    monkeypatch.setattr(engines, "GREETING", 0.2)
    with pytest.raises(BotError, match=r"did not say ready within 0.2 seconds"):
        find_bot(engine(tmp_path, "deaf"))


def test_an_engine_is_told_the_time(tmp_path: Path) -> None:
    kept = tmp_path / "sent"
    bot = seat_bot(find_bot(engine(tmp_path, "keeps", kept)))
    setup = set_up(3)
    seen = view(new_game(setup, first=setup.seats[0]), setup.viewer(Player(0)))
    set_clock(bot, MoveTime(59.5, 1.0, 20.0))
    ask(bot, seen, random.Random(1))
    go = kept.read_text().splitlines()[-1]
    assert go.startswith("go a random ")
    assert go.endswith(" time 59500 inc 1000 movetime 20000 moves F S")


def test_one_process_plays_game_after_game_and_never_for_two_at_once(tmp_path: Path) -> None:
    kind = find_bot(engine(tmp_path, "plain"))
    first, second = seat_bot(kind), seat_bot(kind)
    pids = {_pid(first), _pid(second)}
    assert len(pids) == 2
    dismiss(first)
    dismiss(second)
    assert {_pid(seat_bot(kind)) for _ in range(1)} <= pids


def _pid(bot: object) -> int:
    assert isinstance(bot, engines.Engine)
    assert bot._process is not None
    return bot._process.pid


@pytest.mark.parametrize("seed", range(8))
def test_the_bytes_an_engine_gets_are_the_same_in_two_worlds(tmp_path: Path, seed: int) -> None:
    """Two games that one player cannot tell apart: everything hidden from that player differs."""
    rng = random.Random(seed)
    game = moves_of_a_game(random_setup(rng), rng)
    different = 0
    for index in range(game.setup.players):
        viewer = game.setup.viewer(Player(index))
        other = game.in_another_world(viewer, rng)
        different += other != game
        sent = []
        for name, world in (("here", game), ("there", other)):
            kept = tmp_path / f"{name}-{index}"
            for bot, seen in questions(find_bot(engine(tmp_path, "keeps", kept)), viewer, world):
                ask(bot, seen, random.Random(0))
            STABLE.close()
            sent.append(kept.read_bytes())
        assert sent[0] == sent[1]
        assert b"-unseen" in sent[0] or not sent[0].count(b"go ")
    assert different
