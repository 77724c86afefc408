"""The lines and tallies that a game's end adds to the lists of its players."""

import random
from collections import Counter

import pytest

from calavera.arena.stats.record_rows import rows_of
from calavera.protocol.commands import Admit, Clear, Leave, SayReady, Start
from calavera.protocol.settings import Settings
from calavera.protocol.summary import GameLine, Rivals, Tally
from calavera.record import read, record_game, write_record
from calavera.rules import Player
from calavera.rules.events import BidMade
from calavera.server.tables.backlog import change_of
from calavera.table.views.finished import Finished, Removal, rivals_of, tally
from calavera.table.views.game_record import find_games
from calavera.table.views.statistics import statistics
from tests.table.doubles import Ear, Harness, beginning


def played(settings: Settings, people: int, seed: int = 1) -> tuple[Harness, list[Ear]]:
    harness = Harness(settings, seed=seed)
    ears = harness.start(people, bots=people < settings.players)
    harness.play_out(ears, random.Random(seed))
    return harness, ears


def listed(harness: Harness) -> list[Finished]:
    """What the journal was handed for the lists of finished games."""
    return [game for lists in harness.journal.lists for game in lists.finished]


def test_the_end_of_a_game_is_listed_for_everybody_who_sat_in_it_and_for_nobody_else() -> None:
    harness = Harness(Settings(players=3), seed=5)
    harness.connect("a spectator")
    ears = harness.start(2, bots=True)
    assert listed(harness) == []
    harness.play_out(ears, random.Random(5))
    games = listed(harness)
    assert [game.identity for game in games] == ["identity-Ana", "identity-Bo"]
    outcome = harness.game.outcome
    assert outcome is not None
    for place, game in enumerate(games):
        line = game.line
        assert (line.code, line.number, line.place) == ("KRTM", 1, place)
        assert line.names == harness.game.names
        assert line.bots == (None, None, "uniform")
        assert (line.winner, line.ending) == (outcome.winner, outcome.ending)
        assert line.rounds == harness.game.state.board.round
        assert line.began <= line.ended == harness.clock.now
    assert harness.journal.lists[-1].finished == tuple(games), "with the last entry, not later"


def test_a_running_game_is_in_no_list() -> None:
    harness = Harness(Settings(players=2), seed=2)
    ears = harness.start(2)
    for ear in ears:
        seat, action = ear.moves()[0]
        harness.done(ear, harness.act(ear, seat, action))
    assert listed(harness) == []
    assert change_of(harness.entries()).finished == ()


@pytest.mark.parametrize(
    ("players", "people", "tribes", "opens"),
    [(2, 2, 1, True), (3, 1, 1, True), (4, 2, 2, False), (6, 6, 1, False)],
)
def test_a_history_brings_back_the_same_lines(
    players: int, people: int, tribes: int, opens: bool
) -> None:
    settings = Settings(players=players, tribes=tribes, opens=opens)
    harness, ears = played(settings, people)
    for ear in ears:
        harness.done(ear, SayReady(harness.id(), True, "00"))
    harness.done(ears[0], Start(harness.id()))
    harness.play_out(ears, random.Random(7))
    assert len(listed(harness)) == 2 * people
    assert change_of(harness.entries()).finished == tuple(listed(harness))


@pytest.mark.parametrize("seed", range(12))
def test_tallies_agree_with_the_statistics_over_records(seed: int) -> None:
    rng = random.Random(seed)
    players, tribes = rng.choice([(2, 1), (4, 1), (6, 1), (3, 2)])
    harness, _ = played(Settings(players=players, tribes=tribes), players, seed)
    game = harness.game
    record = record_game(game.names, game.setup, harness.live.events)
    rows = rows_of("", read(write_record(record).encode()))
    for place, finished in enumerate(listed(harness)):
        mine = [bid for bid in rows.bids if bid.player == place]
        bids = {bid.number: bid for bid in finished.tally.bids}
        assert {number: bid.bids for number, bid in bids.items()} == Counter(
            [bid.number for bid in mine]
        )
        assert sum(bid.bluffs for bid in bids.values()) == sum(bool(bid.bluff) for bid in mine)
        assert sum(bid.answered for bid in bids.values()) == sum(
            bid.number < bid.total for bid in mine
        )
        attempts = [attempt for attempt in rows.attempts if attempt.player == place]
        assert [tuple(one) for one in finished.tally.attempts] == sorted(
            (bid, count, sum(one.success for one in attempts if one.bid == bid))
            for bid, count in Counter([one.bid for one in attempts]).items()
        )


def test_a_bid_that_is_raised_was_believed() -> None:
    harness, ears = beginning(3, Settings(players=3, showing=0))
    # Ana raises over her own skull, Bo believes her and turns it over.
    harness.say(ears, "aS bF cF aF b1 c- a2 b3 a- b>b b>a b>a")
    _, games = find_games(harness.entries())
    ana = tally(games[1], Player(0))
    assert [tuple(bid) for bid in ana.bids] == [(2, 1, 1, 1, 1, 1)]
    bo = tally(games[1], Player(1))
    assert [tuple(bid) for bid in bo.bids] == [(1, 1, 0, 1, 1, 0), (3, 1, 0, 1, 0, 0)]
    assert [tuple(attempt) for attempt in bo.attempts] == [(3, 1, 0)]
    assert ana.attempts == ()


def test_bids_of_a_bot_that_plays_for_somebody_are_not_theirs() -> None:
    harness = played_by_stand_ins()
    assert {game.identity: game.tally for game in listed(harness)} == {
        "identity-Ana": Tally((), ()),
        "identity-Bo": Tally((), ()),
    }
    assert any(isinstance(event, BidMade) for event in harness.live.events)


def played_by_stand_ins() -> Harness:
    """A game whose players leave at once, so that bots play it to its end."""
    harness = Harness(Settings(players=2), seed=3)
    for ear in harness.start(2):
        harness.done(ear, Leave(harness.id()))
    while harness.is_playing:
        assert harness.wait()
    return harness


def test_whoever_is_removed_is_noted_until_they_are_readmitted() -> None:
    harness, ears = played(Settings(players=2), 2)
    place = harness.live.table.place_of(2)
    assert place is not None
    harness.done(ears[0], Clear(harness.id(), place))
    assert harness.journal.lists[-1].removals == (Removal("identity-Bo", True),)
    assert change_of(harness.entries()).removals == (Removal("identity-Bo", True),)
    harness.done(ears[0], Admit(harness.id(), 2))
    assert harness.journal.lists[-1].removals == (Removal("identity-Bo", False),)
    assert change_of(harness.entries()).removals == ()


def line(winner: int, *rivals: tuple[str, str | None]) -> GameLine:
    """A game of ours, on the first chair, with others."""
    harness, _ = LINE
    (game, *_) = listed(harness)
    names, bots = zip(("Ana", None), *rivals, strict=True)
    return game.line._replace(names=names, bots=bots, place=0, winner=winner)


LINE = played(Settings(players=2), 2)


def test_statistics_are_sums() -> None:
    tallies = [game.tally for game in listed(LINE[0])]
    games = [
        (line(0, ("Bo", None), ("Tina", "bold"), ("Tim", "bold")), tallies[0]),
        (line(3, ("Bo", None), ("Tina", "bold"), ("Tim", "bold")), tallies[1]),
        (line(1, ("Bo", None)), tallies[0]),
    ]
    figures = statistics(games)
    assert (figures.games, figures.wins) == (3, 1)
    assert [tuple(size) for size in figures.sizes] == [(2, 1, 0), (4, 2, 1)]
    bo, bold = figures.rivals
    assert tuple(bo) == ("Bo", None, 3, 1, 1)
    assert (bold.bot, *bold[2:]) == ("bold", 2, 1, 1)
    assert sum(bid.bids for bid in figures.bids) == sum(
        bid.bids for one in (tallies[0], tallies[1], tallies[0]) for bid in one.bids
    )
    assert statistics([]).games == 0


@pytest.mark.parametrize(
    ("rivals", "kind"),
    [
        ([("Bo", None)], Rivals.PEOPLE),
        ([("Bo", None), ("Tina", "bold")], Rivals.MIXED),
        ([("Tina", "bold")], Rivals.BOTS),
    ],
)
def test_the_kind_of_opponents(rivals: list[tuple[str, str | None]], kind: Rivals) -> None:
    assert rivals_of(line(0, *rivals)) is kind
