"""Connections break, servers restart: nothing is lost and nothing is done twice."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.client import BotRunner, Client, ConnectionLost, Settings, TableClosed
from calavera.client.client_table import ClientTable
from calavera.protocol.facts import Said
from calavera.protocol.fields import TablePhase
from tests.client.hosting import LONG, Cable, Host, soon, threads
from tests.client.scholar import Scholar
from tests.client.test_games import play_by_hand

Clients = Callable[..., Client]


# asyncio drops a connection that arrives just as its server closes (CPython before 3.12).
RESTARTS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def said_by(table: ClientTable) -> list[str]:
    return [fact.text for fact in table.look().facts if isinstance(fact, Said)]


def two_games(client: Clients, address: str, trouble: Callable[[int], None]) -> list[str]:
    """Two runners play over an unreliable link; returns what they reported."""
    table = client().create(Settings(players=3), bots=[])
    table.sit(0)
    said: list[str] = []
    runners = [
        BotRunner(client(address).join(table.code), Scholar, games=2, report=said.append)
        for _ in range(2)
    ]
    over = threading.Event()

    def troubles() -> None:
        for number in range(200):
            if over.wait(0.05):
                trouble(1)  # the runners' last messages arrive eventually
                return
            trouble(number)

    with threads(*[runner.run for runner in runners], troubles):
        for number in (1, 2):
            soon(lambda: all(place.ready or place.place == 0 for place in table.look().room.places))
            table.start()
            play_by_hand(table, random.Random(number))
        soon(lambda: all(runner.played == 2 for runner in runners))
        over.set()
    return said


def test_runners_survive_a_cable_that_is_cut_all_the_time(client: Clients, cable: Cable) -> None:
    said = two_games(client, cable.address, lambda _: cable.cut())
    assert cable.link.heard > 4
    assert not [line for line in said if "failed" in line or "legal" in line]


def test_runners_survive_a_cable_that_goes_deaf_before_it_is_cut(
    client: Clients, cable: Cable
) -> None:
    """The server's answer is lost: the client cannot know whether the command arrived."""

    def trouble(number: int) -> None:
        cable.link.is_deaf = number % 2 == 0
        if not cable.link.is_deaf:
            cable.cut()

    said = two_games(client, cable.address, trouble)
    assert not [line for line in said if "failed" in line or "legal" in line]


@RESTARTS
def test_everybody_survives_a_restart_in_the_middle_of_a_game(client: Clients, host: Host) -> None:
    def trouble(number: int) -> None:
        if number % 4 == 0 and number < 40:
            host.stop()
            host.start()

    said = two_games(client, host.address, trouble)
    assert not [line for line in said if "failed" in line or "legal" in line]


def test_a_command_whose_answer_was_lost_is_done_once(client: Clients, cable: Cable) -> None:
    watching = client().create(Settings(players=2))
    table = client(cable.address).join(watching.code)
    table.sit()
    said_by(watching)
    cable.link.is_deaf = True
    with threads(lambda: table.say("only once")):
        soon(lambda: watching.present.facts != ())  # it arrived, and the answer is lost
        cable.link.is_deaf = False
        cable.cut()
    table.say("then this")
    soon(lambda: watching.present.version == table.present.version)
    assert said_by(watching) == ["only once", "then this"]


@RESTARTS
def test_a_command_given_while_the_server_is_away_is_done_when_it_is_back(
    client: Clients, host: Host
) -> None:
    table = client().create(Settings(players=2))
    host.stop()
    with threads(table.sit):
        host.start()
    assert table.present.you.place == 0


def test_facts_of_the_time_away_are_told(client: Clients, cable: Cable) -> None:
    watching = client().create(Settings(players=2))
    table = client(cable.address).join(watching.code)
    table.look()
    cable.cut()
    for number in range(5):
        watching.say(f"line {number}")
    soon(lambda: table.present.version == watching.present.version)
    moment = table.wait(LONG)
    assert not moment.missed
    assert [fact.text for fact in moment.facts if isinstance(fact, Said)] == [
        f"line {number}" for number in range(5)
    ]


def test_a_client_that_was_away_for_too_long_is_told_so(
    client: Clients, host: Host, cable: Cable
) -> None:
    watching = client().create(Settings(players=2))
    table = client(cable.address).join(watching.code)
    table.look()
    cable.link.is_deaf = True
    for number in range(210):
        watching.say(f"line {number}")
    cable.link.is_deaf = False
    cable.cut()
    soon(lambda: table.present.version == watching.present.version)
    assert table.wait(LONG).missed


def test_a_runner_that_is_started_again_knows_the_game_from_its_beginning(
    client: Clients, tmp_path: Path
) -> None:
    """The first disappears in the middle of a game, the second has its token."""
    table = client().create(Settings(players=3), bots=["uniform"])
    table.sit(0)
    tokens = tmp_path / "tokens.json"
    first = client(token_file=tokens, name="Sor Juana")
    seat = first.join(table.code)
    seat.sit()
    seat.ready()
    table.start()
    soon(lambda: bool(seat.look().legal))
    seat.act(seat.look().legal[0])
    first.close()
    said: list[str] = []
    second = client(token_file=tokens)
    assert (second.token, second.name) == (first.token, "Sor Juana")
    runner = BotRunner(second.join(table.code), Scholar, games=1, report=said.append)
    with threads(runner.run):
        play_by_hand(table, random.Random(1))
    assert runner.played == 1
    assert not [line for line in said if "failed" in line]


def test_patience_has_an_end(client: Clients, host: Host) -> None:
    table = client(patience=0.3).create(Settings(players=2))
    table.look()
    host.stop()
    with pytest.raises(ConnectionLost, match=r"gave up after 0\.3 seconds"):
        table.sit()
    with pytest.raises(ConnectionLost):
        for _ in table:
            pass
    with pytest.raises(ConnectionLost):
        Client(host.address, patience=0.1)


def test_a_table_that_is_closed_ends_the_iteration(client: Clients, host: Host) -> None:
    table = client().create(Settings(players=2))
    watching = client().join(table.code)
    assert main(["tables", "--close", table.code, "--store", host.config.store]) == 0
    phases = [moment.room.phase for moment in watching]
    assert phases[-1] is TablePhase.CLOSED
    with pytest.raises(TableClosed):
        table.sit()
    with pytest.raises(TableClosed):
        client().join(table.code)


def test_a_closed_table_yields_nothing(client: Clients) -> None:
    table = client().create(Settings(players=2))
    table.look()
    table.close()
    assert [*table] == []
    with pytest.raises(TableClosed):
        table.sit()


def test_an_announcement_is_reported_once_however_often_it_comes(
    client: Clients, cable: Cable, host: Host
) -> None:
    told: list[str] = []
    table = client(cable.address, report=told.append).create()
    assert main(["tables", "--store", host.config.store, "--announce", "back at ten"]) == 0
    soon(lambda: bool(told))
    cable.cut()
    table.sit()  # by another connection, which received it again
    assert told == [f"the administrator of {cable.address} says: back at ten"]
