"""The inputs and limits of `calavera replay`."""

import io
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from calavera.record import Comment, Record, read_record, record_game, seen_by
from calavera.rules import PUBLIC, Disc, Player, SeatStart, Viewer, set_up
from calavera.terminal.replay.chapters import chapters
from calavera.terminal.replay.inference import where_the_skull_is
from calavera.terminal.replay.narration import show_replay
from tests.games import SIZES, game_of_seed, play_out
from tests.terminal.paper import piped, replayed, terminal, written

MOST_MOVES = 100
"""Maximum moves: showing a game takes a millisecond per move."""

EXAMPLE = """\
skull: 1
players: Ana, Bo, Cy
first: a

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""


def random_record(seed: int) -> Record:
    game = game_of_seed(seed)
    names = [f"Player{index}" for index in range(game.setup.players)]
    return record_game(names, game.setup, game.events)


def flowing(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def viewers(record: Record) -> Iterator[Viewer]:
    yield PUBLIC
    for player in range(record.setup.players):
        yield record.setup.viewer(Player(player))


@pytest.mark.parametrize("seed", range(8))
def test_any_game_at_any_width(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(seed)
    cut = replace(record, moves=record.moves[: rng.randrange(MOST_MOVES)])
    seen = seen_by(cut, rng.choice(list(viewers(cut))))
    width = rng.randint(60, 200)
    for told in (replayed(cut, width), replayed(seen, width)):
        assert "\x1b" not in told
        for line in told.splitlines():
            assert cell_len(line) <= width
            assert line == line.rstrip()


@pytest.mark.parametrize(("players", "tribes"), SIZES[::4])
def test_every_sort_of_table(players: int, tribes: int) -> None:
    start = [SeatStart((Disc.FLOWER, Disc.SKULL), 1)] * players * tribes
    setup = set_up(players, tribes=tribes, start=start)
    game = play_out(setup, random.Random(players))
    record = record_game([f"P{index}" for index in range(players)], setup, game.events)
    told = replayed(record)
    assert "win" in told.splitlines()[-1]


def test_a_game_without_moves() -> None:
    told = flowing(replayed(read_record("skull: 1\nplayers: Ana, Bo\n")))
    assert "Ana and Bo have a disc to place." in told
    assert "A duel, which is a house rule." in told


def test_a_record_that_stops_between_two_rounds() -> None:
    record = read_record(EXAMPLE)
    told = replayed(replace(record, moves=record.moves[:12]))
    assert "Round 1" in told
    assert "What each knew" in told
    assert told.endswith("Ana, Bo and Cy have a disc to place.\n")
    assert told.count("Hand ") == 1, "round 2 has not begun, so there is nothing to draw of it"


def test_comments_stand_where_they_stood() -> None:
    record = read_record(EXAMPLE)
    notes = {0: "before", 3: "all placed", 12: "the end of round 1", len(record.moves): "the end"}
    comments = tuple(Comment(after, text) for after, text in notes.items())
    told = replayed(replace(record, comments=comments))
    places = [
        told.index(words)
        for words in ("“before”", "Ana places", "“all placed”", "Ana adds", "Bo picks one",
                      "“the end of round 1”", "Round 2", "“the end”", "The result")
    ]  # fmt: skip
    assert places == sorted(places)


def test_the_words_of_the_table() -> None:
    told = flowing(replayed(read_record(EXAMPLE)))
    assert "Cy, under the gun, raises to 3." in told
    assert "Bo was the cop." in told
    assert "Cy opens with 3, a burn out: every disc on the table." in told
    stoned = "skull: 1\nplayers: Ana, Bo\nstart: FS/0 FS/0\n\n1. aF bS | a2 | a>aF a>bS | b~aF\n"
    assert "Ana is stoned: one disc left." in flowing(replayed(read_record(stoned)))


def test_a_view_tells_nothing_that_it_does_not_hold() -> None:
    record = read_record(EXAMPLE)
    other = read_record(EXAMPLE.replace("b~cF", "b~cS").replace("3. aS", "3. aF"))
    for viewer in (PUBLIC, record.setup.viewer(Player(1))):
        assert replayed(seen_by(record, viewer)) == replayed(seen_by(other, viewer))
    assert replayed(record) != replayed(other)


@pytest.mark.parametrize("seed", range(5))
def test_whoever_is_not_the_owner_could_tell_the_same(seed: int) -> None:
    """The assumption of the replay: all others can infer the same about a seat."""
    record = random_record(seed)
    public = chapters(seen_by(record, PUBLIC))
    for player in range(record.setup.players):
        viewer = record.setup.viewer(Player(player))
        for chapter, seen in zip(chapters(seen_by(record, viewer)), public, strict=True):
            for seat in record.setup.seats:
                if seat in viewer.seats:
                    continue
                assert chapter.closing.worlds[seat] == seen.closing.worlds[seat]
                mat = chapter.closing.board.mats[seat]
                assert where_the_skull_is(mat, chapter.closing.worlds[seat])


@pytest.mark.parametrize("seed", range(5))
def test_no_conclusion_is_wrong(seed: int) -> None:
    record = random_record(seed)
    public = chapters(seen_by(record, PUBLIC))
    for chapter, seen in zip(chapters(record), public, strict=True):
        for truth, possible in zip(chapter.closing.worlds, seen.closing.worlds, strict=True):
            assert truth <= possible


def test_colour_is_used_in_a_terminal_and_never_alone() -> None:
    record = read_record(EXAMPLE)
    coloured, plain = terminal(), terminal(no_color=True)
    show_replay(record, coloured)
    show_replay(record, plain)
    assert "\x1b[" in written(coloured)
    assert written(plain) == replayed(record), "NO_COLOR leaves the same text, without any codes"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
def test_a_terminal_that_cannot_take_the_signs(encoding: str) -> None:
    record = read_record(EXAMPLE.replace("Ana", "Añá 王"))
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    show_replay(record, Console(file=file, width=80, highlight=False))
    file.flush()
    told = raw.getvalue().decode(encoding)
    assert "(  S  )" in told
    assert "hand F F F" in told


def test_names_and_comments_cannot_command_the_terminal() -> None:
    nasty = "\x1b[31mred [bold]x[/bold] \u202eevil\x07"
    record = replace(
        read_record(EXAMPLE),
        names=(nasty, "王" * 40, "b\u200bo"),
        comments=(Comment(2, f"{nasty}\n{nasty}"),),
        tags=(("site", nasty),),
    )
    console = piped(60)
    show_replay(record, console)
    told = written(console)
    assert not set(told) & set("\x1b\x07\u202e\u200b")
    assert "[bold]x[/bold]" in told
    assert all(cell_len(line) <= 60 for line in told.splitlines())


def test_players_of_one_name_are_told_apart() -> None:
    told = replayed(read_record(EXAMPLE.replace("Ana, Bo, Cy", "Ana, Ana, Cy")))
    assert "Cy flips Ana's (b) top disc" in told


def test_somebody_called_you_is_spoken_to() -> None:
    told = flowing(replayed(read_record(EXAMPLE.replace("Cy", "You"))))
    assert "You are the challenger and need three flowers." in told
    assert "Bo picks one of your discs blind: a flower." in told
    assert "You win with a second success." in told
