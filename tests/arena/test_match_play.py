"""A match: the same result however the work is spread, and nothing counted wrong."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant, find_entrants
from calavera.arena.match.match_plan import MatchPlan, make_plan
from calavera.arena.match.ratings import rate
from calavera.arena.match.result import BatchResult, GameResult, TimeSpent
from calavera.arena.match.tally import count
from calavera.arena.runner.batch import MatchBatch, Portions, play_batch
from calavera.arena.runner.crew import alone, processes
from calavera.arena.runner.match import Match
from calavera.arena.runner.report import match_as_json
from calavera.record import read
from tests.bots.engines import engine

SOURCES = ("cautious", "uniform")
BOTS = "tests.arena.bots"


def one_by_one(batches: Iterable[MatchBatch]) -> Iterator[BatchResult]:
    """Every game is a separate batch, the last first: the worst case for a crew."""
    numbers = [(batch, number) for batch in batches for number in batch.numbers]
    for batch, number in reversed(numbers):
        yield play_batch(MatchBatch(batch.plan, batch.entrants, (number,), batch.keep_records))


def result(match: Match) -> dict[str, object]:
    told = match_as_json(match, match.play())
    told.pop("timing")
    return told


def match_of(*sources: str, seats: int = 3, games: int = 24, seed: int = 1) -> Match:
    return Match(make_plan(sources, seats, games, seed), find_entrants(sources))


def test_the_same_result_in_one_process_in_two_and_in_any_order() -> None:
    plan, entrants = make_plan(SOURCES, 3, 24, 1), find_entrants(SOURCES)
    results = [
        result(Match(plan, entrants, crew)) for crew in (alone, alone, one_by_one, processes(2))
    ]
    assert results[0]["games"] == 24
    assert results[1:] == results[:1] * 3
    assert result(match_of(*SOURCES, seed=2)) != results[0]


def test_bots_that_play_alike_find_the_same_luck_wherever_they_sit() -> None:
    """The pinned games: the same seed gives the same ones on every machine, in every version."""
    plan = make_plan([f"{BOTS}:Watcher", f"{BOTS}:Namesake"], 3, 12, 1)
    played = play_batch(MatchBatch(plan, find_entrants(plan.bots), tuple(range(12))))
    games = [(game.winner, game.moves, game.rounds) for game in played.games]
    assert games == [PINNED_GAMES[0]] * 6 + [PINNED_GAMES[1]] * 6


PINNED_GAMES = [(1, 87, 11), (1, 87, 12)]


def test_games_of_a_block_have_the_same_first_player(tmp_path: Path) -> None:
    match = match_of(*SOURCES, games=60)
    match.records = tmp_path
    match.play()
    records = [read(path.read_text()).record for path in sorted(tmp_path.glob("*.skull"))]
    firsts = [record.first for record in records]
    assert len(firsts) == 60
    blocks = [firsts[start : start + 6] for start in range(0, 60, 6)]
    assert all(len(set(block)) == 1 for block in blocks)
    assert len(set(firsts)) == 3
    begins = Counter(record.names[record.first] for record in records)
    assert begins == {"cautious": 30, "uniform": 30}


def test_records_tell_who_played_and_which_game(tmp_path: Path) -> None:
    match = match_of(*SOURCES, games=6)
    match.records = tmp_path / "new" / "folder"
    tally = match.play()
    readings = [read(path.read_text()) for path in sorted(match.records.glob("*.skull"))]
    assert [dict(reading.record.tags)["game"] for reading in readings] == list("012345")
    assert dict(readings[0].record.tags)["event"] == "calavera arena"
    winners = Counter(
        reading.record.names[reading.position.board.outcome.winner]
        for reading in readings
        if reading.position.board.outcome
    )
    assert winners == {standing.bot: standing.wins for standing in tally.standings}


def test_bots_are_told_what_their_player_sees() -> None:
    tally = match_of(f"{BOTS}:Watcher", "uniform", seats=4, games=12).play()
    assert tally.games == 12
    assert tally.spent["watcher"].moves > 100


def test_a_small_match_counted_by_hand() -> None:
    plan = MatchPlan(("a", "b"), 3, 1, 0)
    seatings = [plan.game(number).seating for number in range(6)]
    games = [GameResult(number, 0, 10 + number, 2) for number in range(6)]
    tally = count(plan, ["a", "b"], games, [TimeSpent(), TimeSpent()])
    wins = Counter("ab"[seating[0]] for seating in seatings)
    assert wins == {"a": 3, "b": 3}
    assert {standing.bot: standing.wins for standing in tally.standings} == wins
    assert [standing.seats for standing in tally.standings] == [9, 9]
    assert (tally.moves, tally.rounds, tally.complete) == (12.5, 2, True)
    games = [
        game._replace(winner=seating.index(0))
        for game, seating in zip(games, seatings, strict=True)
    ]
    tally = count(plan, ["a", "b"], games, [TimeSpent(), TimeSpent()])
    assert [(entry.bot, entry.wins, entry.share) for entry in tally.standings] == [
        ("a", 6, 6 / 9),
        ("b", 0, 0.0),
    ]
    first, second = tally.meetings
    assert (first.bot, first.against, first.games, first.wins, first.losses) == ("a", "b", 6, 6, 0)
    assert (first.share, second.share) == (1.0, 0.0)


def test_bots_that_never_met_have_no_head_to_head() -> None:
    plan = MatchPlan(("a", "b", "c"), 2, 1, 0)
    games = [GameResult(number, 0, 1, 1) for number in range(2)]
    tally = count(plan, ["a", "b", "c"], games, [TimeSpent()] * 3)
    assert {(entry.bot, entry.against): entry.games for entry in tally.meetings} == {
        pair: 2 if set(pair) == {"a", "b"} else 0 for pair in permutations("abc", 2)
    }
    assert any(entry.share is None for entry in tally.meetings)


def test_ratings_are_those_of_openskill() -> None:
    plan = MatchPlan(("a", "b", "c"), 3, 1, 0)
    winner = plan.game(0).seating.index(1)
    ratings = rate(plan, [GameResult(0, winner, 1, 1)])
    assert ratings is not None
    model = PlackettLuce(tau=0.0)
    teams = [[model.rating()], [model.rating()], [model.rating()]]
    expected = model.rate(teams, ranks=[2, 1, 2])
    for rating, (own,) in zip(ratings, expected, strict=True):
        assert rating == pytest.approx((own.mu, own.sigma))
    assert ratings[1].mu > 25 > ratings[0].mu


@pytest.mark.parametrize("winner", range(3))
def test_only_the_winning_seat_is_ranked_first_where_a_bot_has_several(winner: int) -> None:
    plan = MatchPlan(("a", "b"), 3, 1, 0)
    seating = plan.game(0).seating
    assert sorted(map(seating.count, (0, 1))) == [1, 2]
    model = PlackettLuce(tau=0.0)
    ranks = [1 if seat == winner else 2 for seat in range(3)]
    after = [own for (own,) in model.rate([[model.rating()] for _ in seating], ranks=ranks)]
    ratings = rate(plan, [GameResult(0, winner, 1, 1)])
    assert ratings is not None
    for bot in (0, 1):
        own = [rated for rated, player in zip(after, seating, strict=True) if player == bot]
        assert ratings[bot].mu == pytest.approx(model.mu + sum(r.mu - model.mu for r in own))
        sigma = model.sigma * math.prod(rated.sigma / model.sigma for rated in own)
        assert ratings[bot].sigma == pytest.approx(sigma)


def test_ratings_do_not_depend_on_the_order_of_results() -> None:
    plan = MatchPlan(("a", "b"), 4, 5, 0)
    rng = random.Random(3)
    games = [GameResult(number, rng.randrange(4), 1, 1) for number in range(plan.games)]
    shuffled = rng.sample(games, len(games))
    assert rate(plan, games) == rate(plan, shuffled)


def test_a_bot_gains_nothing_by_having_more_seats() -> None:
    """If every seat is equally likely to win, three seats of four gain no rating eventually."""
    plan = MatchPlan(("a", "b"), 4, 400, 0)
    rng = random.Random(8)
    crowded = [number for number in range(plan.games) if number % plan.block < 4]
    games = [GameResult(number, rng.randrange(4), 1, 1) for number in crowded]
    ratings = rate(plan, games)
    assert ratings is not None
    assert abs(ratings[0].mu - ratings[1].mu) < 2


def test_games_that_were_counted_are_not_counted_again() -> None:
    match = match_of(*SOURCES, games=6)
    batch = MatchBatch(match.plan, match.entrants, (0, 1, 2))
    again = [play_batch(batch), play_batch(batch)]
    match.crew = lambda batches: iter([*again, *alone(batches)])
    assert match.play().games == 6
    assert sum(standing.wins for standing in match.tally.standings) == 6


def test_ctrl_c_gives_the_result_so_far() -> None:
    def tired(batches: Iterable[MatchBatch]) -> Iterator[BatchResult]:
        for number, batch in enumerate(batches):
            if number == 2:
                raise KeyboardInterrupt
            yield play_batch(batch)

    match = match_of(*SOURCES, games=6000)
    match.crew = tired
    tally = match.play()
    assert match.interrupted
    assert 0 < tally.games < 6000
    assert not tally.complete
    assert sum(standing.wins for standing in tally.standings) == tally.games


def test_batches_grow_to_what_half_a_second_holds() -> None:
    plan, entrants = make_plan(SOURCES, 3, 6000, 1), find_entrants(SOURCES)
    portions = Portions(plan, entrants, range(6000))
    batches = iter(portions)
    assert next(batches).numbers == (0,)
    portions.learn(BatchResult((GameResult(0, 0, 1, 1),), (), 0.05, "w"))
    assert next(batches).numbers == tuple(range(1, 11))
    portions.learn(BatchResult((GameResult(1, 0, 1, 1),), (), 60.0, "w"))
    assert len(next(batches).numbers) == 1


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Rogue", r"rogue \(seat [abc]\) chose [abc]99: a .* \((R12|R14)\)"),
        ("Mute", r"mute \(seat [abc]\) chose None, which is no action"),
        ("Quitter", r"quitter \(seat [abc]\) raised SystemExit: 3"),
        ("Clumsy", r"Clumsy \(seat [abc]\) raised KeyError: 'first line\\nsecond \{line\}'"),
    ],
)
def test_a_bot_that_does_wrong_ends_the_match(bot: str, reason: str, tmp_path: Path) -> None:
    match = match_of(f"{BOTS}:{bot}", "cautious")
    match.records = tmp_path
    with pytest.raises(ArenaError, match=rf"^game \d+: {reason}; the game so far is in ") as caught:
        match.play()
    assert "\n" not in str(caught.value)
    (kept,) = tmp_path.glob(f"fault-*-{bot if bot == 'Clumsy' else bot.lower()}.skull")
    reading = read(kept.read_text())
    assert reading.position.board.outcome is None
    assert reading.record.comments[0].text.startswith(bot if bot == "Clumsy" else bot.lower())


def test_the_game_of_an_earlier_fault_is_kept(tmp_path: Path) -> None:
    for _ in range(3):
        match = match_of(f"{BOTS}:Mute", "cautious")
        match.records = tmp_path
        with pytest.raises(ArenaError):
            match.play()
    names = sorted(path.name for path in tmp_path.glob("*.skull"))
    assert names == ["fault-0-mute-2.skull", "fault-0-mute-3.skull", "fault-0-mute.skull"]


def test_a_fault_comes_back_from_another_process(tmp_path: Path) -> None:
    match = match_of(f"{BOTS}:Rogue", "cautious")
    match.records, match.crew = tmp_path, processes(2)
    with pytest.raises(ArenaError, match="rogue"):
        match.play()


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        (["cautious", "nobody"], "there is no bot 'nobody'; there are .*cautious.*module:Class"),
        (["cautious"], "a match needs two different bots"),
        ([], "a match needs two different bots"),
        (["cautious", "cautious"], "cautious is named twice"),
        (["cautious", "no_such:Bot"], "no_such:Bot: there is no module no_such"),
        (["cautious", "tests.no_such:Bot"], "there is no module tests.no_such"),
        (["cautious", f"{BOTS}:Nobody"], "has no Nobody"),
        (["cautious", f"{BOTS}:"], "there is not a class behind the colon"),
        (["cautious", ":Bot"], "^:Bot: there is not a module before the colon"),
        (["cautious", "belif"], "there is no bot 'belif'; did you mean belief?"),
        (["cautious", "Obsidianna"], "did you mean mirror?"),
        (["cautious", "Vela"], "cautious is named twice"),
        (["cautious", f"{BOTS}:NoBot"], r"is not a bot: it has no choose\(view, rng\)"),
        (["cautious", f"{BOTS}:NOT_A_CLASS"], "is not a class"),
        (["cautious", f"{BOTS}:Needy"], "cannot be made without arguments: TypeError"),
        (["cautious", f"{BOTS}:Unnameable"], "no comma"),
    ],
)
def test_bots_that_cannot_take_part(sources: list[str], reason: str) -> None:
    with pytest.raises(ArenaError, match=reason) as caught:
        find_entrants(sources)
    assert "\n" not in str(caught.value)


def test_what_bots_are_called() -> None:
    def labels(*sources: str) -> list[str]:
        return [entrant.label for entrant in find_entrants(sources)]

    assert labels("cautious", f"{BOTS}:Watcher") == ["cautious", "watcher"]
    assert labels("uniform", f"{BOTS}:Clumsy") == ["uniform", "Clumsy"]
    assert labels("cautious", f"{BOTS}:Namesake") == ["cautious", f"{BOTS}:Namesake"]
    assert labels("Xolo", "Catrin", "MIRROR") == ["belief", "bold", "mirror"]


def test_a_bot_that_takes_the_name_of_one_of_ours_is_not_called_by_it() -> None:
    """Whether or not ours takes part, so that results cannot be confused later."""
    entrants = find_entrants(["uniform", f"{BOTS}:Namesake"])
    assert [entrant.label for entrant in entrants] == ["uniform", f"{BOTS}:Namesake"]


def test_engines_of_one_name_are_told_apart_by_names_that_a_record_can_hold(tmp_path: Path) -> None:
    far = "x" * 50
    extra = ["", " 1,2", " 1 2", "  1 2 ", f" 1 {far}", f" 2 {far}"]
    sources = [f"{engine(tmp_path, 'steady')}{each}" for each in extra]
    entrants = find_entrants(sources)
    labels = {entrant.label for entrant in entrants}
    assert len(labels) == 6
    match = Match(make_plan(sources, 6, 6, 1), entrants, records=tmp_path / "records")
    match.play()
    written = list((tmp_path / "records").glob("*.skull"))
    assert len(written) == 6
    assert all(set(read(path.read_text()).record.names) == labels for path in written)


def test_a_bot_that_cannot_be_made_a_second_time(tmp_path: Path) -> None:
    match = match_of(f"{BOTS}:Once", "cautious")
    match.records = tmp_path
    with pytest.raises(ArenaError, match=r"Once \(seat [abc]\) cannot be made: RuntimeError: worn"):
        match.play()
    assert read(next(tmp_path.glob("fault-*.skull")).read_text()).record.moves == ()


def test_a_module_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside_me.py").write_text("from tests.arena.bots import Watcher as Mine\n")
    (tmp_path / "broken_one.py").write_text("def f(:\n")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "needing.py").write_text("import something_not_there\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    found: Entrant = find_entrants(["uniform", "beside_me:Mine"])[1]
    assert found.kind.__name__ == "Watcher"
    with pytest.raises(ArenaError, match="broken_one cannot be imported: SyntaxError"):
        find_entrants(["uniform", "broken_one:Bot"])
    with pytest.raises(ArenaError, match="leaving cannot be imported: SystemExit: 3"):
        find_entrants(["uniform", "leaving:Bot"])
    with pytest.raises(ArenaError, match=r"needing cannot be imported: .*something_not_there"):
        find_entrants(["uniform", "needing:Bot"])
