"""Health checks, metrics, configuration and shutdown."""

import asyncio
import json
import logging
import pwd
import shutil
import signal
import socket
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from calavera.cli import main
from calavera.server.app import ServerConfig
from calavera.server.commands import serve as command
from calavera.server.limits.budgets import Limits, Rate
from calavera.server.ops.logs import JsonLines, TextLines
from tests.server.ports import free_port
from tests.server.raw import client, config, run, running_server, seated
from tests.server.test_migrations import FIRST, version
from tests.server.test_start import port_of, serve


def samples(text: str) -> dict[str, float]:
    """Every metric by name and labels, parsed as by Prometheus."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_balancer_may_ask_under_any_name() -> None:
    async def test() -> None:
        async with running_server() as server:
            for path, answer in (("/healthz", b"ok\n"), ("/readyz", b"ready\n")):
                told = await server.call("GET", path, headers={"Host": "10.1.2.3:8000"})
                assert (told.status, told.body) == (200, answer)
            page = await server.call("GET", "/", headers={"Host": "elsewhere.example"})
            assert page.status == 403

    run(test())


def test_metrics_count_what_happened_and_name_nobody() -> None:
    async def test() -> None:
        port = free_port()
        async with (
            running_server(config(metrics=("127.0.0.1", port))) as server,
            client(port) as watcher,
        ):
            lines = await seated(server, 2)
            before = samples((await watcher.call("GET", "/metrics")).body.decode())
            code, version = lines[0].room["code"], lines[0].version
            for line in lines:
                seat, action = line.moves()[0]
                assert (await line.ask("act", **line.act(seat, action)))["type"] == "frame"
            assert (await lines[0].ask("start"))["type"] == "refused"
            await server.call("GET", "/api/tables/QQQQQQ")
            text = (await watcher.call("GET", "/metrics")).body.decode()
            after = samples(text)
            assert (await watcher.call("GET", "/api/me")).status == 404
            assert (await server.call("GET", "/metrics")).status == 404, "they have their own port"
        assert before["calavera_moves_total"] == version - 1  # creating the table is not a move
        assert after["calavera_moves_total"] == version + 1
        assert after["calavera_move_seconds_count"] == after["calavera_moves_total"]
        assert after["calavera_store_seconds_bucket +Inf"] == after["calavera_moves_total"]
        assert after["calavera_sockets"] == 2
        assert after["calavera_tables"] == 1
        assert after["calavera_refusals_total wrong-phase"] == 1
        assert after["calavera_refusals_total unknown-table"] == 1
        assert after["calavera_calls_total 404"] == 1
        assert after["calavera_draining"] == 0
        assert after["calavera_bus_well"] == 1
        for secret in (code, "Player", "127.0.0.1"):
            assert secret not in text

    run(test())


def test_a_server_that_is_to_stop_serves_on_while_it_drains(tmp_path: Path) -> None:
    with serve(tmp_path, "--drain", "60", "--log", "json") as process:
        try:
            port = port_of(process)

            async def test() -> None:
                async with client(port) as server:
                    lines = await seated(server, 2)
                    assert (await server.call("GET", "/readyz")).status == 200
                    process.send_signal(signal.SIGTERM)
                    for _ in range(200):
                        told = await server.call("GET", "/readyz")
                        if told.status == 503:
                            break
                        await asyncio.sleep(0.05)
                    assert told.body == b"draining\n"
                    seat, action = lines[0].moves()[0]
                    moved = await lines[0].ask("act", **lines[0].act(seat, action))
                    assert moved["type"] == "frame"
                    process.send_signal(signal.SIGTERM)  # once more: now
                    for line in lines:
                        assert (await line.bye())[-1] == {"type": "bye", "reason": "stopping"}

            run(test())
            assert process.stdout is not None
            rest = process.stdout.read()
        finally:
            process.kill()
    logged = [json.loads(line) for line in rest.splitlines() if line.startswith("{")]
    assert [one["message"] for one in logged][-2:] == ["draining for 60 seconds", "stopped"]
    assert {one["part"] for one in logged} == {"calavera.operations"}


@pytest.fixture
def failure() -> Iterator[logging.LogRecord]:
    try:
        raise ValueError("the skull of Ana is on top")
    except ValueError:
        yield logging.LogRecord(
            "calavera.tables", logging.ERROR, "", 0, "a command failed", (), sys.exc_info()
        )


def test_a_log_tells_the_kind_of_an_error_and_not_its_words(failure: logging.LogRecord) -> None:
    for lines in (TextLines(), JsonLines()):
        text = lines.format(failure)
        assert "ValueError" in text
        assert "test_operations.py" in text
        assert "Ana" not in text
        assert "\n" not in text
    assert json.loads(JsonLines().format(failure))["error"]["kind"] == "ValueError"


def configured(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The report of `doctor` on a configuration, with the public address last."""
    main(["doctor", *arguments])
    told = capsys.readouterr()
    return told.out.splitlines()[-1].split()[3] if told.out else told.err


def test_the_command_line_counts_more_than_the_environment_and_that_more_than_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "calavera.toml"
    file.write_text(f'public-url = "https://file.example"\nstore = "sqlite:///{tmp_path}/t.db"\n')
    monkeypatch.setenv("CALAVERA_CONFIG", str(file))
    assert configured([], capsys) == "https://file.example"
    monkeypatch.setenv("CALAVERA_PUBLIC_URL", "https://variable.example")
    assert configured([], capsys) == "https://variable.example"
    assert configured(["--public-url", "https://line.example"], capsys) == "https://line.example"
    monkeypatch.delenv("CALAVERA_CONFIG")
    monkeypatch.delenv("CALAVERA_PUBLIC_URL")
    assert configured(["--config", str(file)], capsys) == "https://file.example"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("colour = 3", "there is no option 'colour'"),
        ("prot = 1", "there is no option 'prot'; did you mean port?"),
        ("store = 5", "store: expected a string"),
        ("port = 'many'", "port: "),
        ("port = 70000", "port: there is no port 70000"),
        ("port = true", "port: expected a string or a number"),
        ("log = 'loud'", "log: expected text or json"),
        ("port = ", "Invalid value"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_in_one_line(
    text: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "calavera.toml"
    file.write_text(text)
    assert main(["doctor", "--config", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(file) in told
    assert complaint in told


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("CALAVERA_PROT", "CALAVERA_PORT"),
        ("CALAVERA_PUBLICURL", "CALAVERA_PUBLIC_URL"),
        ("CALAVERA_METRIC", "CALAVERA_METRICS"),
        ("CALAVERA_SERVICE_HOST", None),
        ("CALAVERA_PORT_8000_TCP_PORT", None),
        ("CALAVERA_SERVER", None),
    ],
)
def test_a_misspelt_variable_is_noticed_and_those_of_a_cluster_are_let_be(
    variable: str,
    meant: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(variable, "tcp://10.0.0.1:8000")
    store = f"sqlite:///{tmp_path}/t.db"
    refused = main(["doctor", "--store", store]) == 2
    told = capsys.readouterr().err
    assert refused == (meant is not None)
    assert told == (f"calavera: there is no ${variable}; did you mean ${meant}?\n" if meant else "")


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--config", f"{tmp_path}/none.toml"]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_the_doctor_looks_and_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = f"sqlite:///{tmp_path}/new/tables.db"
    main(["doctor", "--store", store])
    assert "one can be made" in capsys.readouterr().out
    assert [*tmp_path.iterdir()] == []


def test_the_doctor_finds_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.db").write_text("this is no store")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        store = f"sqlite:///{tmp_path}/broken.db"
        assert main(["doctor", "--store", store, "--port", port]) == 1
    found = capsys.readouterr().out
    assert f"BAD  the store {tmp_path}/broken.db does not open" in found
    assert f"BAD  cannot listen on 127.0.0.1 port {port}" in found


def test_the_doctor_looks_at_the_port_of_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        asked = ["doctor", "--store", "sqlite:///", "--port", "0"]
        assert main([*asked, "--metrics", f"127.0.0.1:{port}"]) == 1
        assert f"BAD  metrics cannot be served on 127.0.0.1 port {port}" in capsys.readouterr().out
    main([*asked, "--metrics", f"127.0.0.1:{port}"])
    assert f"good  port {port} of 127.0.0.1 is free for metrics" in capsys.readouterr().out


def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["doctor", *words])
    return status, capsys.readouterr().out


def test_the_doctor_knows_its_own_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, port, metrics = f"sqlite:///{tmp_path}/a.db", free_port(), free_port()
    words = ("--store", store, "--port", str(port), "--metrics", f"127.0.0.1:{metrics}")

    async def test() -> None:
        async with running_server(
            config(store, port=port, metrics=("127.0.0.1", metrics))
        ) as server:
            status, told = await asyncio.to_thread(doctor, capsys, *words)
            assert "BAD" not in told
            assert status == 0
            assert f"a Calavera server runs on port {port} of 127.0.0.1 and is ready" in told
            assert f"serves metrics on port {metrics}" in told
            assert f"the store {tmp_path}/a.db answers" in told
            assert "others on this machine" not in told
            assert "the running server has the store" in told
            # Another port: that server would be refused the store.
            other = (*words[:2], "--port", str(free_port()))
            status, told = await asyncio.to_thread(doctor, capsys, *other)
            assert status == 1
            assert "BAD  a server holds this store, but does not answer on this port" in told
            (tmp_path / "a.db").chmod(0o644)
            _, told = await asyncio.to_thread(doctor, capsys, *words)
            assert f"note  others on this machine can read {tmp_path}/a.db: chmod 600" in told
            assert (await server.call("GET", "/readyz")).status == 200

    run(test())


def test_another_program_on_the_port_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = str(stranger.getsockname()[1])
        status, told = doctor(capsys, "--store", f"sqlite:///{tmp_path}/a.db", "--port", port)
    assert status == 1
    assert f"BAD  cannot listen on 127.0.0.1 port {port}" in told


def test_the_doctor_leaves_an_older_store_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.db"
    shutil.copy(FIRST, file)
    status, told = doctor(capsys, "--store", f"sqlite:///{file}", "--port", str(free_port()))
    assert status == 0
    assert f"the store {file} has version 1" in told
    assert version(file) == 1


def test_every_limit_can_be_set_in_three_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[Limits] = []

    def noted(config: ServerConfig, **_: object) -> Coroutine[Any, Any, None]:
        planned.append(config.limits)
        return asyncio.sleep(0)

    monkeypatch.setattr(command, "_serve", noted)
    for field, usual in Limits._field_defaults.items():
        is_rate = isinstance(usual, Rate)
        option = f"limit-{field.replace('_', '-')}"
        name = f"CALAVERA_LIMIT_{field.upper()}"
        file = tmp_path / "calavera.toml"
        file.write_text(f'{option} = "7,90/m"' if is_rate else f"{option} = 7")
        words = ["serve", "--port", "0", "--store", "sqlite:///:memory:"]
        assert main([*words, "--config", str(file)]) == 0
        monkeypatch.setenv(name, "8,2/s" if is_rate else "8")
        assert main([*words, "--config", str(file)]) == 0
        assert main([*words, f"--{option}", "9,1/h" if is_rate else "9"]) == 0
        monkeypatch.delenv(name)
        assert main(words) == 0
        by_file, by_variable, by_option, by_nobody = planned
        planned.clear()
        assert getattr(by_file, field) == (Rate(7, 1.5) if is_rate else 7)
        assert getattr(by_variable, field) == (Rate(8, 2.0) if is_rate else 8)
        assert getattr(by_option, field) == (Rate(9, 1 / 3600) if is_rate else 9)
        assert by_nobody == Limits()
        assert by_file == Limits(**{field: getattr(by_file, field)}), "and no other"


def test_a_limit_that_was_set_is_kept_to(tmp_path: Path) -> None:
    with serve(tmp_path, "--limit-newcomers", "2,1/h") as process:
        try:
            port = port_of(process)

            async def test() -> None:
                async with client(port) as server:
                    status = [
                        (await server.call("POST", "/api/identities")).status for _ in range(3)
                    ]
                    assert status == [201, 201, 429]

            run(test())
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


def test_the_example_of_a_file_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "deploy" / "calavera.toml"
    words = ["--config", str(example), "--store", f"sqlite:///{tmp_path}/a.db"]
    status, told = doctor(capsys, *words, "--port", "0")
    assert status == 0, told
    assert "people open https://skull.example.org" in told


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--limit-calls", "10"),
        ("--limit-calls", "10,3/d"),
        ("--limit-calls", "10,3"),
        ("--limit-calls", "10,nan/s"),
        ("--limit-connections", "many"),
        ("--limit-connections", "9999999999999"),
    ],
)
def test_a_limit_that_is_none_is_one_line(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", option, value]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert repr(value) in told
    assert option in told


@pytest.mark.parametrize(
    ("option", "value"),
    [("--limit-calls", "0,3/s"), ("--limit-calls", "10,0/s"), ("--limit-connections", "0")],
)
def test_a_limit_cannot_be_zero(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", option, value]) == 2
    assert f"{value!r}: zero is not allowed; a limit cannot be" in capsys.readouterr().err


def test_a_store_with_too_few_slashes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--store", "sqlite://x.db"]) == 2
    told = capsys.readouterr().err
    assert told.endswith("three slashes come before the file: sqlite:///x.db\n")


def test_a_user_without_a_home_can_name_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    status, told = doctor(capsys, "--store", f"sqlite:///{tmp_path}/a.db", "--port", "0")
    assert status == 0
    assert "one can be made" in told


def test_what_a_command_does_is_said_on_its_line_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A leftover variable must not close, ban or announce anything."""
    store = f"sqlite:///{tmp_path}/a.db"

    async def make() -> str:
        async with running_server(config(store)) as server:
            return await server.table(await server.newcomer("Ana"))

    code = run(make())
    monkeypatch.setenv("CALAVERA_STORE", store)
    monkeypatch.setenv("CALAVERA_KICK", f"{code}:1")
    assert main(["tables"]) == 0
    assert capsys.readouterr().out.startswith(f"{code}  gathering")
