"""Fixtures for tests of sockets."""

from collections.abc import Iterator

import pytest

from tests.server.ways import STRAIGHT, WAY


@pytest.fixture(params=STRAIGHT)
def connection(request: pytest.FixtureRequest) -> Iterator[str]:
    """A new connection for each socket, or a reused one."""
    token = WAY.set(request.param)
    yield request.param
    WAY.reset(token)
