"""A client's identity, its calls besides tables, and its refusals."""

import json
import socket
import ssl
import stat
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from calavera.bots import EVERY_BOT
from calavera.client import BotPace, Client, ConnectionLost, Reason, Refused, Settings, TurnClock
from calavera.client.errors import StrangeServer
from calavera.client.table_connection import _read
from calavera.protocol.commands import Taunt
from calavera.protocol.facts import Taunted
from calavera.protocol.tribes import Tribe
from calavera.rules import Bid
from tests.client.hosting import LONG, Host, soon

Clients = Callable[..., Client]


def reason_of(deed: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as refused:
        deed()
    return refused.value.reason


def test_lists_are_typed(client: Clients) -> None:
    somebody = client(name="Ana")
    assert [bot.name for bot in somebody.bots()] == [
        bot.name for bot in dict.fromkeys(EVERY_BOT.values())
    ]
    assert somebody.lobby() == ()
    settings = Settings(players=5, listed=True, clock=TurnClock(30, 60))
    table = somebody.create(settings, bots=["cautious"])
    (line,) = somebody.lobby()
    assert line == somebody.summary(table.code)
    assert (line.code, line.host, line.people, line.bots) == (table.code, "Ana", 0, 1)
    assert line.settings == settings


def test_a_host_does_what_a_host_can(client: Clients) -> None:
    ana, bo = client(name="Ana"), client(name="Bo")
    table = ana.create(Settings(players=3))
    table.sit(1)
    other = bo.join(table.code.lower())
    other.sit(0)
    table.bot(2, "uniform")
    table.tribes([Tribe.KNOTS])
    table.tribes([Tribe.RAYS], 2)
    other.taunt(Taunt.DARE)
    table.mute(2)
    other.taunt(Taunt.BRAVO)
    table.settings(Settings(players=4))
    moment = table.wait(LONG)
    assert [place.name for place in moment.room.places] == ["Bo", "Ana", "Azar", ""]
    assert moment.room.places[1].tribes == (Tribe.KNOTS,)
    assert moment.you.muted == (2,)
    assert [fact for fact in moment.facts if isinstance(fact, Taunted)] == [Taunted(2, Taunt.DARE)]
    table.clear(2)
    table.reshuffle()
    table.host(2)
    soon(lambda: other.present.you.host)
    table.stand()
    other.leave()
    assert all(place.member is None for place in other.present.room.places)
    bo.rename("Bo Diddley")
    bo.join(table.code)
    soon(lambda: other.present.room.members[1].name == "Bo Diddley")


def test_refusals_have_their_reason_and_change_nothing(client: Clients) -> None:
    ana, bo = client(), client()
    table = ana.create(Settings(players=2))
    other = bo.join(table.code)
    assert reason_of(other.ready) is Reason.NOT_AT_TABLE
    table.sit(0)
    assert reason_of(lambda: other.sit(0)) is Reason.PLACE_TAKEN
    assert reason_of(table.start) is Reason.NOT_READY
    assert reason_of(lambda: table.act(Bid(1))) is Reason.WRONG_PHASE
    assert reason_of(lambda: table.bot(1, "nobody")) is Reason.UNKNOWN_BOT
    other.sit()
    assert reason_of(other.start) is Reason.NOT_HOST
    other.ready()
    table.start()
    table.look()
    assert reason_of(lambda: table.act(Bid(1))) in (Reason.ILLEGAL, Reason.NOT_YOUR_TURN)
    version = table.present.version
    assert reason_of(lambda: table.sit(17)) is Reason.BAD_MESSAGE
    assert reason_of(lambda: ana.create(Settings(players=7, tribes=2))) is Reason.BAD_MESSAGE
    assert reason_of(lambda: ana.create(bots=["nobody"])) is Reason.UNKNOWN_BOT
    assert reason_of(lambda: ana.join("nonsense!")) is Reason.UNKNOWN_TABLE
    assert reason_of(lambda: ana.join("QQQQQQ")) is Reason.UNKNOWN_TABLE
    assert reason_of(lambda: ana.rename("a,b")) is Reason.BAD_MESSAGE
    assert reason_of(lambda: ana.record(table.code, 1)) is Reason.NOT_FINISHED
    assert table.present.version == version


def test_an_answer_to_an_earlier_moment_plays_nothing(client: Clients) -> None:
    table = client().create(Settings(players=2), bots=["uniform"])
    table.sit()
    table.start()
    moment = table.wait(LONG)
    played = table.act(moment.legal[0], moment=moment)
    assert played is not None
    assert table.act(moment.legal[1], moment=moment) is None


def test_watching_can_be_forbidden_and_so_is_the_history(client: Clients) -> None:
    table = client().create(Settings(players=2, spectators=False), bots=["cautious"])
    table.sit()
    table.start()
    stranger = client()
    assert reason_of(lambda: stranger.join(table.code)) is Reason.NO_SPECTATORS
    history = stranger._portal.call
    assert reason_of(lambda: history(stranger._calls.history(table.code))) is Reason.NO_SPECTATORS


def test_a_token_is_kept_and_taken(client: Clients, host: Host, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "tokens.json"
    first = client(token_file=path, name="Ana")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text()) == {host.address: first.token}
    assert client(token_file=path).name == "Ana"
    assert client(token=first.token).name == "Ana"
    assert client().token != first.token


def test_a_token_that_nobody_has(client: Clients, host: Host, tmp_path: Path) -> None:
    """An unknown token is an error if given, and replaced if from a file: the server is new."""
    assert reason_of(lambda: client(token="nobody's")) is Reason.NO_IDENTITY
    path = tmp_path / "tokens.json"
    path.write_text(json.dumps({host.address: "nobody's", "http://elsewhere": "kept"}))
    somebody = client(token_file=path)
    assert json.loads(path.read_text()) == {
        host.address: somebody.token,
        "http://elsewhere": "kept",
    }
    path.write_text("[]")
    with pytest.raises(ValueError, match="is not a file of tokens"):
        client(token_file=path)


@pytest.mark.parametrize("address", ["", "ftp://x", "http://", "http://x/?q=1"])
def test_an_invalid_address(address: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a server"):
        Client(address)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type":"news"}', '{"type":"presence"}'])
def test_a_server_of_another_language_is_told_apart(text: str) -> None:
    with pytest.raises(StrangeServer, match="speaks another language"):
        _read(text)


def test_a_closed_client_says_so(client: Clients) -> None:
    somebody = client()
    somebody.close()
    somebody.close()
    with pytest.raises(RuntimeError, match="the client is closed"):
        somebody.lobby()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"pace": "fast"}, "Settings(pace='fast'): expected BotPace.USUAL or BotPace.FAST"),
        ({"players": "3"}, "Settings(players='3'): expected int"),
        ({"clock": 30}, "Settings(clock=30): expected TurnClock or None"),
    ],
)
def test_settings_of_a_wrong_type_name_the_field(
    client: Clients, wrong: dict[str, object], message: str
) -> None:
    somebody = client()
    table = somebody.create(Settings(pace=BotPace.FAST))
    settings = Settings(**wrong)  # type: ignore[arg-type]
    for deed in (lambda: somebody.create(settings), lambda: table.settings(settings)):
        with pytest.raises(TypeError) as error:
            deed()
        assert str(error.value) == message


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A key and a self-signed certificate, in one file."""
    file = tmp_path / "self.pem"
    made = tmp_path / "certificate.pem"
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout {file}"
    subprocess.run([*command.split(), "-out", str(made)], check=True, capture_output=True)
    file.write_text(file.read_text() + made.read_text())
    return file


def test_a_certificate_that_is_not_trusted_is_said_at_once(certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    assert "its certificate is not trusted: self-signed certificate" in refused_over_tls(context)


def test_a_server_without_tls_is_said_at_once() -> None:
    assert "it does not speak TLS; an address with http: may be right" in refused_over_tls(None)


def refused_over_tls(context: ssl.SSLContext | None) -> str:
    """A client's error for an https server, after one connection."""
    came = 0
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            nonlocal came
            while True:
                try:
                    peer, _ = server.accept()
                except OSError:  # the test is over
                    return
                came += 1
                with peer:
                    try:
                        if context is None:
                            peer.recv(1000)
                            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                        else:
                            context.wrap_socket(peer, server_side=True).close()
                    except OSError:  # the client hung up
                        continue

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        told: list[str] = []
        address = f"https://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ConnectionLost) as lost:
            Client(address, patience=LONG, report=told.append)
        server.shutdown(socket.SHUT_RDWR)
    thread.join(LONG)
    assert (came, told) == (1, [])
    assert str(lost.value).startswith(f"no TLS with {address}: ")
    return str(lost.value)
