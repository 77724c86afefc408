"""Whole games in the terminal, with typed input."""

import io
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from calavera.bots import Uniform
from calavera.bots.hints import REASONS, Considered, Hint, HintReason, reason_codes
from calavera.record import Record, read_record, states
from calavera.rules import Bid, Phase, Placement, Seat, set_up
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    FirstNamed,
    SeatPassed,
)
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.play.game_loop import play_game
from calavera.terminal.play.hints import hint_lines
from calavera.terminal.play.pace import ReadingPace
from calavera.terminal.play.session import FINISHED, INTERRUPTED
from calavera.terminal.replay.narration import show_replay
from tests.terminal.paper import piped, written
from tests.terminal.typist import Typist

TABLES = [(2, 1), (4, 1), (12, 1), (2, 2), (3, 2), (6, 2)]
EVERY_KIND = {
    "place", "add", "open", "raise", "pass", "flip", "pick", "choose", "show", "name", "stoned",
}  # fmt: skip
EVENTFUL = (21, 5)
"""Seeds of short, eventful games; others follow if these no longer are."""


def played(seed: int, path: Path, players: int = 3, tribes: int = 1) -> str:
    """The transcript of a whole game against random players."""
    console = piped()
    status = play_game(
        console,
        players=players,
        tribes=tribes,
        seed=seed,
        placement=list(Placement)[seed % 2],
        opponents=[Uniform],
        record_path=path,
        lines=Typist(console, seed),
    )
    assert status == FINISHED
    return written(console)


@pytest.mark.parametrize(("players", "tribes"), TABLES)
def test_a_whole_game(players: int, tribes: int) -> None:
    console = piped()
    lines = Typist(console, seed=1)
    assert play_game(console, players=players, tribes=tribes, seed=1, lines=lines) == FINISHED
    told = written(console)
    assert "The result" in told
    assert "Seed 1:" in told
    assert "is not an answer here" not in told, "every offered key is accepted"
    assert "\x1b" not in told
    assert all(cell_len(line) <= 80 for line in told.splitlines())


def test_the_record_of_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    told = played(1, path)
    record = read_record(path.read_bytes())
    assert record.is_full
    assert dict(record.tags) == {"seed": "1"}
    outcome = list(states(record))[-1][1].board.outcome
    assert outcome is not None
    assert f"{record.names[outcome.winner]} win" in told


def test_the_same_seed_and_the_same_moves_make_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    assert played(1, path) == played(1, path)
    assert played(1, path) != played(4, path)


def test_everything_there_is_to_do_can_be_done(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    done = set[str]()
    for seed in (*EVENTFUL, *range(40)):
        told = played(seed, path)
        done |= kinds_of_own_moves(read_record(path.read_bytes()))
        done |= {"stoned"} if "Your one disc goes on your mat." in told else set()
        if done == EVERY_KIND:
            return
    pytest.fail(f"never done: {EVERY_KIND - done}")


def kinds_of_own_moves(record: Record) -> set[str]:
    kinds = set[str]()
    own = record.setup.seats[:: record.setup.players]
    before = Phase.PLACE
    for event, state in states(record):
        match event:
            case DiscPlaced(seat=seat) if seat in own:
                kinds.add("place" if before is Phase.PLACE else "add")
            case BidMade(seat=seat) if seat in own:
                kinds.add("raise" if before is Phase.BID else "open")
            case SeatPassed(seat=seat) if seat in own:
                kinds.add("pass")
            case DiscFlipped(challenger=seat, mat=mat) if seat in own and mat != seat:
                kinds.add("flip")
            case DiscLost(seat=seat, taker=taker) if taker in own:
                kinds.add("choose" if seat == taker else "pick")
            case DiscsShown(seat=seat) if seat in own:
                kinds.add("show")
            case FirstNamed(seat=seat) if seat in own:
                kinds.add("name")
        before = state.board.phase
    return kinds


def test_only_what_everybody_knows_to_be_forced_plays_itself(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    for seed in EVENTFUL:
        told = played(seed, path)
        asked = sum(told.count(words) for words in ("Put a disc on", "Your turn:", "to find."))
        assert asked == free_choices(read_record(path.read_bytes()), Seat(0))


def free_choices(record: Record, own: Seat) -> int:
    """How often a seat placed, bid or flipped without being visibly forced (R41)."""
    count = 0
    discs = len(record.setup.start[own].discs)
    before = Phase.PLACE
    for event, state in states(record):
        match event:
            case DiscPlaced(seat=seat) if seat == own:
                count += before is Phase.ADD or discs > 1
            case BidMade(seat=seat) | SeatPassed(seat=seat) if seat == own:
                count += 1
            case DiscFlipped(challenger=seat, mat=mat) if seat == own:
                count += mat != own
            case _:
                pass
        discs = state.board.mats[own].discs
        before = state.board.phase
    return count


def test_what_cannot_be_understood_is_asked_again() -> None:
    console = piped()
    lines = ["", "x", "7", "12345678901234567890" * 300, "\x1b[31m", "-3", "placE", " F ", "quit"]
    assert play_game(console, seed=1, lines=lines) == FINISHED
    told = written(console)
    assert "Please type f or s." in told
    assert "“x” is not an answer here; please type f or s." in told
    assert "\x1b" not in told
    assert "You place a flower." in told
    assert max(map(len, (line for line in told.splitlines() if "not an answer" in line))) <= 80
    assert told.count("Put a disc on your mat") == 1, "asked once, then only what was wrong"


def test_numbers_that_cannot_be_bid() -> None:
    console = piped()
    lines = chain(["s"], ["0", "99", "s", "p"], repeat("quit"))
    play_game(console, seed=3, lines=lines)  # where the person begins
    told = written(console)
    assert told.count("A challenge is a number from 1 to 4.") == 2
    assert "You have no skull to give." in told
    assert "“p” is not an answer here" in told


def test_help_rules_and_table() -> None:
    console = piped()
    play_game(console, seed=3, lines=["?", "rules", "table", "QUIT"])
    told = written(console)
    assert "Everybody has three flowers and a skull." in told
    assert "R42 After the game everything may be shown." in told
    assert told.count("hand ✿ ✿ ✿ ☠") == 2
    assert told.endswith("You leave the table.\n")


@pytest.mark.parametrize("lines", [[], ["f"], ["f", "1", "1"]])
def test_the_end_of_the_input(lines: list[str], tmp_path: Path) -> None:
    console, path = piped(), tmp_path / "game.skull"
    assert play_game(console, seed=3, lines=lines, record_path=path) == FINISHED
    assert written(console).endswith(f"You leave the table. The game so far is in {path}\n")
    assert read_record(path.read_bytes()).is_full


def interrupted(lines: Iterable[str]) -> Iterator[str]:
    yield from lines
    raise KeyboardInterrupt


@pytest.mark.parametrize("lines", [[], ["f"], ["f", "1"]])
def test_ctrl_c(lines: list[str]) -> None:
    console = piped()
    assert play_game(console, seed=3, lines=interrupted(lines)) == INTERRUPTED
    assert written(console).endswith("You leave the table.\n")


def test_the_record_is_whole_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    console = piped()
    lengths = []

    def watched(answers: Iterable[str]) -> Iterator[str]:
        for answer in answers:
            lengths.append(len(read_record(path.read_bytes()).moves))
            yield answer

    play_game(console, seed=4, record_path=path, lines=watched(Typist(console, 4)))
    assert lengths == sorted(lengths)
    assert lengths[0] == 0
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    console = piped()
    with pytest.raises(ValueError, match="No such file or directory"):
        play_game(console, lines=[], record_path=tmp_path / "missing" / "game.skull")
    assert written(console) == "", "an unwritable path is reported before the game"


def test_a_place_that_is_gone_in_the_middle_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    console = piped()

    def answers() -> Iterator[str]:
        yield "f"
        (folder / "game.skull").unlink()
        folder.rmdir()
        yield from Typist(console, 1)

    path = folder / "game.skull"
    assert play_game(console, seed=3, lines=answers(), record_path=path) == FINISHED
    told = written(console)
    assert told.count("The game can no longer be saved in ") == 1
    assert "The result" in told


def test_nothing_is_written_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    console = piped()
    play_game(console, seed=2, lines=Typist(console, 2))
    assert list(tmp_path.iterdir()) == []


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("f\nquit\n"))
    console = piped()
    assert play_game(console, seed=1) == FINISHED
    assert "You place a flower." in written(console)


def test_a_name_of_ones_own() -> None:
    console = piped()
    play_game(console, name=" Lupe ", players=12, seed=1, lines=["quit"])
    told = written(console)
    assert "a Lupe" in told
    assert told.count("Lupe") == 2, "no other player has that name"


@pytest.mark.parametrize("name", ["", "  ", "a,b", "x" * 41, "a\x1bb"])
def test_names_that_a_record_cannot_hold(name: str) -> None:
    with pytest.raises(ValueError, match="expected 1 to 40 letters"):
        play_game(piped(), name=name, lines=[])


@pytest.mark.parametrize(("players", "tribes"), [(1, 1), (13, 1), (7, 2), (4, 3)])
def test_tables_that_the_rules_do_not_know(players: int, tribes: int) -> None:
    console = piped()
    with pytest.raises(ValueError, match="R"):
        play_game(console, players=players, tribes=tribes, lines=[])
    assert written(console) == ""


def test_somebody_who_is_out_can_watch_or_go_to_the_result(tmp_path: Path) -> None:
    for seed in (*EVENTFUL, *range(40)):
        told = played(seed, tmp_path / "game.skull")
        if "You are out of the game; the others play on." in told:
            assert "The result" in told
            return
    pytest.fail("never out")


def test_pauses_are_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    console = piped()
    play_game(console, seed=2, lines=Typist(console, 2))
    assert slept == []
    live = ReadingPace(hurried=False)
    live.wait(1.5)
    live.hurry()
    live.wait(2.5)
    assert slept == [1.5]


def test_a_hint_is_given_on_request_and_the_record_says_so(tmp_path: Path) -> None:
    path, console = tmp_path / "game.skull", piped()
    play_game(console, players=3, seed=1, record_path=path, lines=["hint", "hint", "f", "quit"])
    assert written(console).count("The strongest bot would place") == 2
    record = read_record(path.read_bytes())
    assert dict(record.tags)["hints"] == "a 1"
    shown = piped()
    show_replay(record, shown)
    assert "hints: a 1" in written(shown)


@pytest.mark.parametrize("kind", REASONS)
def test_every_reason_of_a_hint_has_words(kind: type[HintReason]) -> None:
    cast = cast_of(set_up(3), ("Ana", "Bo", "Cy"), (Seat(0),))
    numbers: Any = {field: Seat(1) if field == "seat" else 2 for field in kind._fields}
    hint = Hint((Considered(Bid(2), 100, 50),), 50, (kind(**numbers),))
    mix, reason, wins = hint_lines(hint, cast)
    assert mix == "The strongest bot would bid 2 (100 %)."
    assert reason.startswith("  ")
    assert reason.endswith(".")
    assert ("Bo" in reason) == ("seat" in kind._fields)
    assert "50 %" in wins


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (reason_codes.OwnSkull(0), "Your skull lies on top of your mat: any bid is a bluff."),
        (
            reason_codes.OwnSkull(1),
            "Your skull lies under one flower: a bid above 1 is a bluff.",
        ),
        (
            reason_codes.OwnFlowers(1),
            "Your mat holds one flower and nothing else: a bid of 1 cannot fail.",
        ),
        (
            reason_codes.Reach(2, 1, 60),
            "For 2 you need one disc of another mat: a flower 60 % of the time.",
        ),
        (
            reason_codes.UnseenStacks(1, 0, 2),
            "The one stack you have not seen belongs to a player who has not bid.",
        ),
        (
            reason_codes.UnseenStacks(1, 1, 2),
            "The one stack you have not seen belongs to a player who bid this round.",
        ),
        (
            reason_codes.UnseenStacks(3, 0, 2),
            "None of the 3 stacks you have not seen belongs to a player who bid this round.",
        ),
        (
            reason_codes.UnseenStacks(3, 1, 2),
            "One of the 3 stacks you have not seen belongs to a player who bid this round.",
        ),
        (
            reason_codes.UnseenStacks(3, 2, 2),
            "2 of the 3 stacks you have not seen belong to players who bid this round.",
        ),
        (
            reason_codes.UnseenStacks(3, 3, 2),
            "All 3 stacks you have not seen belong to players who bid this round.",
        ),
    ],
)
def test_reasons_with_none_or_one_have_words_of_their_own(reason: HintReason, words: str) -> None:
    cast = cast_of(set_up(3), ("Ana", "Bo", "Cy"), (Seat(0),))
    _, told = hint_lines(Hint((Considered(Bid(2), 100, None),), None, (reason,)), cast)
    assert told.strip() == words
