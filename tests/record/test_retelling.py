"""Replays: every viewpoint shows exactly what that viewer could see."""

import json
import random
from pathlib import Path

import pytest

from calavera.record import Record, read_record, record_game, seen_by, states
from calavera.record.codec.errors import CodecError
from calavera.record.retelling.shape import RETELLING
from calavera.record.retelling.steps import (
    OPEN_VIEWPOINT,
    PUBLIC_VIEWPOINT,
    UnknownViewpoint,
    retell,
    viewpoints_of,
)
from calavera.rules import PUBLIC, Viewer, redact, seat_named, set_up, view
from calavera.rules.events import (
    DiscLost,
    DiscPlaced,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    ShuffleUnseen,
)
from tests.games import SIZES, play_out

GAMES = sorted((Path(__file__).parent.parent / "playthroughs" / "games").glob("*.skull"))
SMALL = """skull: 1
players: Ana, Bo

1. {who knows} aF bS | a1 b2 | b>bS | b~bF
2. bF aF | b1 a- | b>bF
"""


def viewer_of(record: Record, eyes: str) -> Viewer:
    if eyes in (OPEN_VIEWPOINT, PUBLIC_VIEWPOINT):
        return PUBLIC
    return record.setup.viewer(record.setup.owner(seat_named(eyes)))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_step_has_the_view_and_the_events_of_its_viewpoint(path: Path) -> None:
    record = read_record(path.read_text())
    whole = list(states(record))
    for eyes in viewpoints_of(record):
        told = retell(record, eyes)
        viewer = viewer_of(record, eyes)
        witness = Viewer(record.setup.seats) if eyes == OPEN_VIEWPOINT else viewer
        events = [event for step in told.steps for event in step.events]
        assert events == [
            RoundBegan(1, record.first),
            *[redact(event, witness) for event, _ in whole],
        ]
        assert len(told.steps) == len(record.moves) + 1
        assert told.steps[-1].view == view(whole[-1][1], viewer)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_view_is_told_as_the_whole_game_from_the_same_viewpoint(path: Path) -> None:
    record = read_record(path.read_text())
    for eyes in viewpoints_of(record)[1:]:
        partly = seen_by(record, viewer_of(record, eyes))
        assert not partly.is_full
        assert retell(partly, eyes).steps == retell(record, eyes).steps


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_so_is_a_view_of_any_random_game(players: int, tribes: int) -> None:
    setup = set_up(players, tribes=tribes)
    game = play_out(setup, random.Random(players * 10 + tribes))
    record = record_game([f"P{player}" for player in range(players)], setup, game.events)
    for eyes in viewpoints_of(record)[1:3]:
        partly = seen_by(record, viewer_of(record, eyes))
        assert retell(partly, eyes).steps == retell(record, eyes).steps


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_only_the_open_viewpoint_shows_what_others_hold(path: Path) -> None:
    record = read_record(path.read_text())
    for eyes in viewpoints_of(record):
        own = viewer_of(record, eyes).seats
        for step in retell(record, eyes).steps:
            assert (step.holdings is not None) == (eyes == OPEN_VIEWPOINT)
            assert tuple(seat.seat for seat in step.view.own) == own
            if eyes != OPEN_VIEWPOINT:
                secret = [e for e in step.events if isinstance(e, DiscPlaced | DiscLost)]
                assert all(event.seat in own for event in secret)


def test_the_open_viewpoint_shows_the_discs_that_were_placed() -> None:
    record = read_record(SMALL)
    told = retell(record)
    assert told.eyes == OPEN_VIEWPOINT
    assert told.steps[0].holdings is not None
    assert [len(each.holding.hand) for each in told.steps[0].holdings] == [4, 4]
    assert told.steps[2].events == (record.moves[1],)


def test_a_view_has_no_other_viewpoint_than_its_own() -> None:
    record = read_record(SMALL)
    of_bo = seen_by(record, viewer_of(record, "b"))
    assert viewpoints_of(of_bo) == (PUBLIC_VIEWPOINT, "b")
    assert retell(of_bo).eyes == "b"
    for eyes in (OPEN_VIEWPOINT, "a", "c", ""):
        with pytest.raises(UnknownViewpoint, match="public, b"):
            retell(of_bo, eyes)
    of_all = seen_by(record, PUBLIC)
    assert viewpoints_of(of_all) == (PUBLIC_VIEWPOINT,)
    unseen = [event for step in retell(of_all).steps for event in step.events]
    assert not any(isinstance(event, DiscPlaced | DiscLost) for event in unseen)
    assert any(isinstance(event, PlacementUnseen) for event in unseen)
    assert any(isinstance(event, LossUnseen) for event in unseen)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_changes_from_step_to_step_lose_nothing(path: Path) -> None:
    record = read_record(path.read_text())
    for eyes in viewpoints_of(record):
        told = retell(record, eyes)
        assert RETELLING.decode(json.loads(RETELLING.write(told))) == told


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_what_is_told_grows_with_the_moves_and_not_with_the_table(
    players: int, tribes: int
) -> None:
    setup = set_up(players, tribes=tribes)
    game = play_out(setup, random.Random(players * 10 + tribes))
    record = record_game([f"P{player}" for player in range(players)], setup, game.events)
    for eyes in viewpoints_of(record)[:3]:
        told = retell(record, eyes)
        text = RETELLING.write(told)
        assert RETELLING.decode(json.loads(text)) == told
        first = RETELLING.write(told._replace(steps=told.steps[:1]))
        assert len(text) < len(first) + 1_000 * len(told.steps)


def test_comments_are_only_for_the_open_viewpoint() -> None:
    record = read_record(SMALL)
    assert [comment.text for comment in retell(record).comments] == ["who knows"]
    assert retell(record, PUBLIC_VIEWPOINT).comments == ()
    assert retell(record, "a").comments == ()


def test_a_game_that_stops_before_the_blind_pick_does_not_tell_of_a_shuffle() -> None:
    stopped = read_record("skull: 1\nplayers: A, B\n\n1. aF bS | a2 | a>aF a>bS\n")
    for record in (stopped, seen_by(stopped, PUBLIC)):
        events = retell(record, PUBLIC_VIEWPOINT).steps[-1].events
        assert not any(isinstance(event, ShuffleUnseen) for event in events)


def test_nor_does_it_let_the_taker_pick_before_chance_has_moved() -> None:
    stopped = read_record("skull: 1\nplayers: A, B\n\n1. aF bS | a2 | a>aF a>bS\n")
    of_b = seen_by(stopped, viewer_of(stopped, "b"))
    assert not of_b.is_full
    assert retell(of_b, "b").steps == retell(stopped, "b").steps


def test_a_change_of_the_view_is_an_object() -> None:
    told = json.loads(RETELLING.write(retell(read_record(SMALL))))
    told["steps"][1]["view"] = []
    with pytest.raises(CodecError, match=r"steps\[1\]\.view: expected an object, got a list"):
        RETELLING.decode(told)
