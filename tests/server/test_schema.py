"""The HTTP calls against their own description, by schemathesis: no 500, answers as described."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from calavera.server.http.openapi import openapi as description
from calavera.server.lifecycle import running
from tests.server.raw import config

EXAMPLES = 20
"""Examples per call and kind; reproducible."""

CHECKS: list[Any] = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
PATHS: dict[str, Any] = dict(description()["paths"])  # type: ignore[arg-type]
CALLS = [
    (method, path, mode)
    for path, calls in PATHS.items()
    for method, call in calls.items()
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or {"requestBody", "parameters"} & call.keys()
]
"""A call without parameters has no invalid form."""


@contextlib.contextmanager
def server_on_a_thread() -> Iterator[str]:
    """A server for synchronous callers."""
    loop, stop, ports = asyncio.new_event_loop(), asyncio.Event(), [0]
    ready = threading.Event()

    async def serve() -> None:
        async with running(config()) as port:
            ports[0] = port
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert ready.wait(60)
        yield f"http://127.0.0.1:{ports[0]}"
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(60)
        loop.close()


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with server_on_a_thread() as url:
        yield url


@pytest.mark.parametrize(("method", "path", "mode"), CALLS)
def test_a_call_does_as_it_is_described(
    base: str, method: str, path: str, mode: GenerationMode, caplog: pytest.LogCaptureFixture
) -> None:
    session = requests.Session()
    token = session.post(f"{base}/api/identities", timeout=60).json()["token"]
    code = session.post(
        f"{base}/api/tables", json={}, headers={"Authorization": f"Bearer {token}"}, timeout=60
    ).json()["code"]
    schema = openapi.from_dict(dict(description()))
    operation = schema[path][method.upper()]
    given_path = {"code": code} if "{code}" in path and mode is GenerationMode.POSITIVE else None

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(mode))
    def check(case: Case[Any]) -> None:
        if given_path:
            case.path_parameters = {**case.path_parameters, **given_path}
        headers = {"Authorization": f"Bearer {token}"}
        answer = case.call(base_url=base, session=session, headers=headers)
        case.validate_response(answer, checks=CHECKS)

    with caplog.at_level(logging.ERROR):
        check()
    session.close()
    assert [record.getMessage() for record in caplog.records] == []
