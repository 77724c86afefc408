"""The person's opponents."""

import random
from pathlib import Path

import pytest

from calavera.bots import BOTS, Belief, Bold, BotFault, Cautious, Mirror, Uniform
from calavera.bots.loading import BotError
from calavera.record import read_record
from calavera.rules import Action, Bid, Disc, Flip, Place, Player, Seat, SeenEvent, View, set_up
from calavera.rules.events import DiscPlaced, PlacementUnseen
from calavera.terminal.arguments import players_asked_for
from calavera.terminal.play.game_loop import play_game
from calavera.terminal.play.host import Host
from calavera.terminal.play.opponents import characters, opponents_named, opponents_of, show_bots
from calavera.terminal.play.session import FINISHED
from tests.terminal.paper import piped, written
from tests.terminal.typist import Typist


class Nameless:
    """A minimal bot."""

    def choose(self, view: View, rng: random.Random) -> Action:
        raise NotImplementedError


def test_by_name() -> None:
    assert opponents_named(["belief", "bold"]) == (Belief, Bold)
    assert opponents_named([]) == ()
    with pytest.raises(BotError, match="there is no bot 'nobody'"):
        opponents_named(["nobody"])


@pytest.mark.parametrize("kind", BOTS.values(), ids=BOTS)
def test_by_level(kind: type[Belief]) -> None:
    found = opponents_of(str(kind.strength))
    assert found[0] is kind
    assert {bot.strength for bot in found} == {kind.strength}
    tempers = [] if kind.name == "uniform" else ["Vela", "Catrín", "Obsidiana", "Nahual"]
    assert sorted(bot.nickname for bot in found) == sorted({kind.nickname, *tempers})


def test_by_level_and_temper() -> None:
    (bold,) = opponents_of("hard", "bold")
    assert (bold.name, bold.nickname) == ("hard-bold", "Catrín")
    assert opponents_of("easy", "cautious") == (Cautious,)
    with pytest.raises(ValueError, match="the tempers are cautious, bold, honest, trickster"):
        opponents_of("hard", "sleepy")


def test_a_level_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="yardstick, easy, medium, advanced, hard"):
        opponents_of("unbeatable")


def test_how_many_sit_down() -> None:
    assert players_asked_for(None, 0) == players_asked_for(None, 1) == 4
    assert players_asked_for(None, 2) == 3
    assert players_asked_for(6, 2) == 6
    with pytest.raises(ValueError, match="has room for"):
        players_asked_for(3, 3)


def test_characters_are_told_once_each() -> None:
    told = list(characters(["Lupe", "Nico", "Paz"], [Belief, Mirror, Belief]))
    assert told == [
        f"Lupe and Paz play like Xolo, who {Belief.temper} (hard).",
        f"Nico plays like Obsidiana, who {Mirror.temper} (advanced).",
    ]


def test_a_bot_that_tells_nothing_of_itself() -> None:
    nameless: type = Nameless
    assert list(characters(["Lupe"], [nameless])) == ["Lupe plays like Nameless."]


def test_characters_can_be_read_at_the_start_and_again() -> None:
    console = piped()
    status = play_game(
        console, players=3, seed=1, opponents=[Belief, Bold], lines=["who", "?", "quit"]
    )
    assert status == FINISHED
    told = " ".join(written(console).split())
    assert told.count(f"plays like Xolo, who {Belief.temper} (hard).") == 2
    assert told.count(f"plays like Catrín, who {Bold.temper} (medium).") == 2
    assert "who to read how the others play" in told


def test_without_a_wish_they_are_easy() -> None:
    console = piped()
    play_game(console, seed=1, lines=["quit"])
    assert Cautious.nickname in written(console)


@pytest.mark.parametrize("kind", BOTS.values(), ids=BOTS)
def test_a_whole_game_against(kind: type[Belief]) -> None:
    console = piped()
    lines = Typist(console, seed=2)
    assert play_game(console, players=3, seed=2, opponents=[kind], lines=lines) == FINISHED
    assert "The result" in written(console)


class Watcher(Uniform):
    """Keeps the events it sees."""

    def __init__(self) -> None:
        self.seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        self.seen.append(event)


def test_bots_that_remember_are_told_what_they_may_know() -> None:
    watcher = Watcher()
    host = Host(set_up(2), ["a", "b"], {Player(1): watcher}, seed=1)
    told = host.let_chance_act()
    told += host.act(Seat(0), Place(Disc.SKULL))
    told += host.let_bot_act()
    assert len(watcher.seen) == len(told)
    assert PlacementUnseen(Seat(0)) in watcher.seen, "it sees no hidden disc"
    own = [event for event in watcher.seen if isinstance(event, DiscPlaced)]
    assert [event.seat for event in own] == [Seat(1)]


def test_the_list_of_bots() -> None:
    console = piped()
    show_bots(console)
    told = written(console)
    for bot in BOTS.values():
        assert f"{bot.name} " in told
        assert bot.nickname in told
    assert all(len(line) <= 80 for line in told.splitlines())


class Wrong(Uniform):
    """Makes the test's move as soon as it is its turn."""

    name = "wrong"
    answer: object = None

    def choose(self, view: View, rng: random.Random) -> Action:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (Bid(99), r"chose [bcd]99: every seat places one disc first \(R6\)"),
        (None, "chose None, which is no action"),
        (Flip("z"), r"chose Flip\(mat='z'\), which is no action"),  # type: ignore[arg-type]
        (ValueError("boom\nboom"), "raised ValueError: boom boom"),
    ],
)
def test_a_bot_that_does_wrong_is_named_in_one_line_and_the_game_is_kept(
    answer: object, what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Wrong, "answer", answer)
    console, path = piped(), tmp_path / "game.skull"
    with pytest.raises(
        BotFault, match=rf"^wrong \(\w+, seat [bcd]\) {what}; the game so far is in"
    ):
        play_game(console, seed=2, opponents=[Wrong], lines=["f"], record_path=path)
    assert written(console).rstrip().endswith("The game cannot go on.")
    assert read_record(path.read_bytes()).is_full


def test_a_bot_that_cannot_bear_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def see(self: Watcher, event: SeenEvent) -> None:
        raise KeyError("no")

    monkeypatch.setattr(Watcher, "see", see)
    with pytest.raises(BotFault, match=r"^uniform \(\w+, seat b\) raised KeyError: 'no'$"):
        play_game(piped(), players=3, opponents=[Watcher], lines=[])
