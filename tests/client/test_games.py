"""Whole games between clients, runners and the server's own bots."""

import random
from collections.abc import Callable

import pytest

from calavera.client import BotRunner, Client, ClientTable, Moment, Settings
from calavera.protocol.facts import GameBegan, PlayedSeen, Said
from calavera.protocol.fields import TablePhase
from calavera.record import read
from calavera.rules import Placement
from tests.client.hosting import LONG, soon, threads
from tests.client.scholar import Scholar

Clients = Callable[..., Client]


def play_by_hand(table: ClientTable, rng: random.Random) -> Moment:
    """A person's client: any legal action, until the game is over."""
    for moment in table:
        if moment.game is not None and moment.game.view.board.outcome is not None:
            return moment
        for seat in moment.may_show:
            table.decline(seat)
        if moment.legal:
            table.act(rng.choice(moment.legal))
    raise AssertionError("the table was closed")


@pytest.mark.parametrize(
    ("settings", "games"),
    [
        (Settings(players=3), 2),
        (Settings(players=6, placement=Placement.FIRST_LAST), 2),
        (Settings(players=12), 1),
        (Settings(players=3, tribes=2), 1),
        (Settings(players=6, tribes=2, showing=0), 1),
    ],
    ids=["three", "six in turn", "twelve", "two tribes", "twelve seats of six"],
)
def test_runners_play_with_a_host_and_a_bot(
    client: Clients, settings: Settings, games: int
) -> None:
    """All but two are runners over the wire; the host plays through the client itself."""
    players = settings.players
    table = client().create(settings, bots=["uniform"])
    table.sit(0)
    said: list[str] = []
    runners = [
        BotRunner(client().join(table.code), Scholar, games=games, report=said.append)
        for _ in range(players - 2)
    ]
    with threads(*[runner.run for runner in runners]):
        for number in range(1, games + 1):
            soon(lambda: all(place.ready or place.place == 0 for place in table.look().room.places))
            table.start()
            moment = play_by_hand(table, random.Random(number))
            assert moment.game is not None
            assert moment.game.number == number
            assert moment.room.phase is TablePhase.GATHERING
    assert [runner.played for runner in runners] == [games] * (players - 2)
    assert not [line for line in said if "failed" in line or "legal" in line]
    soon(lambda: sum(place.member is not None for place in table.look().room.places) == 1)


def test_a_moment_tells_everything_since_the_last(client: Clients) -> None:
    table = client().create(Settings(players=2), bots=["uniform"])
    table.sit()
    table.ready()
    table.start()
    moment = play_by_hand(table, random.Random(3))
    watching = client().join(table.code)
    first = watching.wait(LONG)
    assert first.missed
    assert first.facts == ()
    assert first.you.member is None
    assert first.game is not None
    assert len(first.events) == len(moment.events)
    table.start()
    table.say("hello")
    # The bot's placement and the line may arrive in either order; then it is this player's turn.
    soon(lambda: {PlayedSeen, Said} <= {type(fact) for fact in watching.present.facts})
    later = watching.wait(LONG)
    assert not later.missed
    kinds = [type(fact) for fact in later.facts]
    assert kinds.index(GameBegan) < kinds.index(PlayedSeen)
    assert watching.present.facts == ()


def test_a_finished_game_can_be_downloaded(client: Clients) -> None:
    """In full if the table opens its records, otherwise as the caller saw it."""
    for opens in (True, False):
        somebody = client(name="Ana")
        table = somebody.create(Settings(players=2, opens=opens), bots=["cautious"])
        table.sit()
        table.start()
        moment = play_by_hand(table, random.Random(6))
        record = table.record()
        assert record == somebody.record(table.code, 1)
        assert ("?" in record) is not opens
        assert moment.game is not None
        assert read(record.encode()).position.board.outcome == moment.game.view.board.outcome


def test_what_a_client_is_told_is_what_the_history_tells(client: Clients) -> None:
    """A game followed move by move equals its history requested afterwards."""
    somebody = client()
    table = somebody.create(Settings(players=4), bots=["cautious"] * 3)
    table.sit()
    table.start()
    followed = play_by_hand(table, random.Random(5))
    again = somebody.join(table.code).wait(LONG)
    assert again.events == followed.events
    public = client().join(table.code).wait(LONG)
    assert len(public.events) == len(followed.events)
    assert public.events != followed.events
