"""`calavera bot run`: its configuration, several tables, restarts, and hosts without bots."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calavera.client import Client, Reason, Refused, Settings
from calavera.client.fleet.claim import InUse, claimed
from calavera.client.fleet.config import Company, ConfigError, Lobby, read_config
from calavera.client.fleet.fleet import suits
from calavera.client.fleet.memory import Memory
from calavera.protocol.fields import TablePhase
from calavera.protocol.settings import BotPace, TurnClock
from calavera.protocol.summary import Listing
from calavera.record import read_record
from tests.client.hosting import LONG, Host, soon
from tests.server.heirs import ends_with_us

Clients = Callable[..., Client]
Run = Callable[[str], "subprocess.Popen[str]"]

WHOLE = """\
bot = "cautious"
name = "Urraca"
token_file = "tokens.json"
tables = 5
games = 3
pace = 0
talk = true
idle = 60
join = ["krtmwx"]

[lobby]
players = [3, 6]
against = "anyone"
every = 2

[[open]]
players = 3
clock = 30
pace = "fast"
bots = ["bold"]
"""


def test_a_whole_configuration(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(WHOLE)
    config = read_config(tmp_path / "bot.toml")
    assert (config.bot, config.name, config.tables, config.games) == ("cautious", "Urraca", 5, 3)
    assert config.token_file == tmp_path / "tokens.json"
    assert config.join == ("KRTMWX",)
    assert config.lobby is not None
    assert (config.lobby.players, config.lobby.against) == ((3, 6), Company.ANYONE)
    (table,) = config.open
    assert table.bots == ("bold",)
    assert table.settings == Settings(
        players=3, clock=TurnClock(30, 60), pace=BotPace.FAST, listed=True
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bot = cautious", "not TOML: Invalid value (at line 1, column 7)"),
        ("join = ['KRTMWX']", 'bot = missing: a bot is required, as "cautious"'),
        ("bot = 'x'", "no tables: join = [CODES], [lobby] or [[open]] is required"),
        ("bot = 3", "bot = 3: a text is required, in quotation marks"),
        ("tabels = 3", "tabels: there is no such key; did you mean tables?"),
        ("tables = 0", "tables = 0: a whole number from 1 to 50 is required"),
        ("tables = true", "tables = true: a whole number from 1 to 50 is required"),
        ("pace = -1", "pace = -1: a number of seconds from 0 to 86400 is required"),
        ("talk = 'yes'", 'talk = "yes": true or false is required'),
        ("join = 'KRTMWX'", 'join = "KRTMWX": a list of texts is required'),
        ("join = ['K1']", "'K1' is no code: 4 to 12 letters are required"),
        ("lobby = 3", "lobby = 3: a table is required, as [lobby]"),
        ("[lobby]\nagainst = 'cats'", 'lobby.against = "cats": "people" or "bots" or "anyone" is'),
        ("[lobby]\nplayers = [6, 3]", "lobby.players = [6, 3]: the least and the most players"),
        ("[open]\nplayers = 3", "tables are required, each as [[open]]"),
        ("[[open]]\nplayers = 1", "open[0].players = 1: a whole number from 2 to 12 is required"),
        ("[[open]]\nplayers = 8\ntribes = 2", "open[0].players = 8: "),
        ("[[open]]\nplayers = 2\nbots = ['a', 'b']", "at most 1 leave a chair for this bot"),
        ("bot = 'x'\ntables = 1\njoin = ['ABCD', 'EFGH']", "tables = 1: at least 2 is required"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def run(host: Host, tmp_path: Path) -> Iterator[Run]:
    """Starts the command with a configuration; ends its processes after the test."""
    started: list[subprocess.Popen[str]] = []

    def start(text: str) -> "subprocess.Popen[str]":
        path = tmp_path / "bot.toml"
        path.write_text(f'server = "{host.address}"\npace = 0\n{text}')
        with (tmp_path / "log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "calavera", "bot", "run", str(path)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
                stderr=log,
                text=True,
            )
        started.append(process)
        ends_with_us(process.pid)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait(LONG)


def wait_for(path: Path, what: str, times: int = 1) -> str:
    """The log, once a line with that has come so often."""
    until = time.monotonic() + LONG
    while (text := path.read_text()).count(what) < times:
        assert time.monotonic() < until, text
        time.sleep(0.05)
    return text


def test_several_tables_at_once_over_a_restart_of_the_server(
    client: Clients, host: Host, run: Run, tmp_path: Path
) -> None:
    mine = client(name="Marta").create(Settings(players=2, listed=True))
    mine.sit(0)
    process = run(
        'bot = "cautious"\nname = "Urraca"\ntoken_file = "tokens.json"\ntables = 3\n'
        '[lobby]\nevery = 1\n[[open]]\nplayers = 2\nbots = ["uniform"]\npace = "fast"\n'
    )
    log = tmp_path / "log"
    wait_for(log, "sits at table", 2)  # its own, and mine
    soon(lambda: mine.look().room.places[1].ready)
    (member,) = [one for one in mine.present.room.members if one.name == "Urraca"]
    assert member.bot, "everybody sees that it is a bot"
    assert not mine.present.room.members[0].bot
    wait_for(log, "game 1: ")
    host.stop()
    wait_for(log, "the connection is lost, trying again", 2)
    host.start()
    wait_for(log, "connected again", 2)
    before = log.read_text().count(": game ")
    wait_for(log, ": game ", before + 2)
    soon(lambda: mine.look().room.places[1].member == member.member)
    process.send_signal(signal.SIGINT)
    assert process.wait(LONG) == 0
    text = wait_for(log, "left after", 2)
    soon(lambda: mine.look().room.places[1].member is None)
    token = (tmp_path / "tokens.json").read_text().split('"')[3]
    for secret in (token, "Urraca", "Marta", "bravo", "Traceback"):
        assert secret not in text


def test_a_killed_bot_goes_back_to_its_tables(
    client: Clients, host: Host, run: Run, tmp_path: Path
) -> None:
    mine = client(name="Marta").create(Settings(players=2, listed=True, showing=0))
    mine.sit(0)
    config = (
        'bot = "cautious"\nname = "Urraca"\ntoken_file = "tokens.json"\ntables = 2\n'
        '[lobby]\nevery = 1\n[[open]]\nplayers = 3\nbots = ["uniform"]\n'
    )
    process, log = run(config), tmp_path / "log"
    wait_for(log, "sits at table", 2)
    soon(lambda: mine.look().room.places[1].ready)
    (own,) = [one.code for one in client().lobby() if one.host == "Urraca"]
    mine.ready()
    mine.start()
    soon(lambda: mine.look().game is not None and len(mine.present.events) > 1)
    member = mine.present.room.places[1].member

    process.send_signal(signal.SIGKILL)
    process.wait(LONG)
    soon(lambda: len(mine.look().here) == 1)
    again = run(config)
    wait_for(log, f"{mine.code}: sits at table {mine.code} again")
    wait_for(log, f"{own}: resumed, its own table")
    while mine.look().room.phase is TablePhase.PLAYING:
        moment = mine.look()
        if moment.turn is not None:
            mine.act(moment.turn.legal[-1])
        else:
            mine.wait()
    wait_for(log, f"{mine.code}: game 1: ")
    assert mine.look().room.places[1].member == member
    assert [one.code for one in client().lobby() if one.host == "Urraca"] == [own]

    again.send_signal(signal.SIGINT)
    assert again.wait(LONG) == 0
    soon(lambda: mine.look().room.places[1].member is None)
    run(config)
    wait_for(log, f"{own}: resumed, its own table")
    text = wait_for(log, "sits at table", 2)  # at its own again, and at mine from the lobby
    assert f"{mine.code} again" not in text, "it had left properly"
    assert [one.code for one in client().lobby() if one.host == "Urraca"] == [own]


def test_a_bot_that_the_server_cannot_seat(run: Run, tmp_path: Path) -> None:
    process = run('bot = "cautious"\n[[open]]\nbots = ["bolt"]\n')
    assert process.wait(LONG) == 2
    said = 'open[0].bots = "bolt": the server has no such bot; did you mean bold?'
    assert said in (tmp_path / "log").read_text()


def test_one_run_at_a_time_has_a_token_file(tmp_path: Path) -> None:
    said = r"tokens\.json: another bot run plays with these tokens"
    with claimed(tmp_path / "tokens.json"):
        with pytest.raises(InUse, match=said), claimed(tmp_path / "tokens.json"):
            pass
        with claimed(tmp_path / "others.json"), claimed(None), claimed(None):
            pass
    with claimed(tmp_path / "tokens.json"):
        pass


def test_the_memory_of_tables(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "tokens.json", "http://one")
    for code in ("KRTMWX", "ABCDEF", "KRTMWX"):
        memory.keep(code)
    Memory(tmp_path / "tokens.json", "http://two").keep("GHJKLM")
    memory = Memory(tmp_path / "tokens.json", "http://one")
    assert memory.codes == ("KRTMWX", "ABCDEF")
    memory.forget("KRTMWX")
    memory.forget("unknown")
    assert Memory(tmp_path / "tokens.json", "http://one").codes == ("ABCDEF",)
    assert Memory(tmp_path / "tokens.json", "http://two").codes == ("GHJKLM",)
    (tmp_path / "tokens.tables.json").write_text("[]")
    with pytest.raises(ValueError, match="is not a file of tables"):
        Memory(tmp_path / "tokens.json", "http://one")


def listing(people: int, bots: int) -> Listing:
    settings = Settings(players=4)
    return Listing("KRTMWX", TablePhase.GATHERING, "Ana", people, bots, 0, settings, 0, 0)


@pytest.mark.parametrize(
    ("people", "bots", "companies"),
    [
        (0, 0, {Company.ANYONE}),
        (1, 0, {Company.PEOPLE, Company.ANYONE}),
        (0, 1, {Company.BOTS, Company.ANYONE}),
        (1, 2, {Company.PEOPLE, Company.ANYONE}),
        (1, 3, set()),
    ],
)
def test_whom_a_bot_sits_down_with(people: int, bots: int, companies: set[Company]) -> None:
    found = {one for one in Company if suits(listing(people, bots), Lobby(against=one))}
    assert found == companies


def test_a_host_may_refuse_bots(client: Clients, run: Run, tmp_path: Path) -> None:
    mine = client().create(Settings(players=3, guest_bots=False))
    mine.sit(0)
    process = run(f'bot = "cautious"\njoin = ["{mine.code}"]\n')
    assert process.wait(LONG) == 2, "there is nothing to play at"
    log = (tmp_path / "log").read_text()
    assert f"{mine.code}: refused: no-bots" in log
    assert "bot.toml: no table could be joined" in log
    guest = client().join(mine.code)
    with pytest.raises(Refused) as caught:
        guest.sit(bot=True)
    assert caught.value.reason is Reason.NO_BOTS
    guest.sit()  # a person may


def test_bots_lose_their_chairs_where_a_host_wants_none_any_more(client: Clients) -> None:
    mine = client().create(Settings(players=3))
    mine.sit(0)
    bot, person = client().join(mine.code), client().join(mine.code)
    bot.sit(1, bot=True)
    person.sit(2)
    soon(lambda: mine.look().room.places[2].member is not None)
    mine.settings(Settings(players=3, guest_bots=False))
    members = [place.member is not None for place in mine.look().room.places]
    assert members == [True, False, True]
    with pytest.raises(Refused):
        bot.sit()  # what it said stays said


def test_a_record_lists_the_seats_of_bots(client: Clients, run: Run, tmp_path: Path) -> None:
    table = client().create(Settings(players=2, pace=BotPace.FAST), bots=["uniform"])
    process = run(f'bot = "uniform"\ngames = 1\njoin = ["{table.code}"]\n')
    wait_for(tmp_path / "log", "sits at table")
    soon(lambda: table.look().room.places[0].ready)
    table.start()
    assert process.wait(LONG) == 0
    record = read_record(table.record(1).encode())
    assert dict(record.tags)["bots"] == "a b"
    assert f"{table.code}: leaves: 1 game played" in (tmp_path / "log").read_text()
