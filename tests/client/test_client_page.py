"""The examples of docs/client.md run, against a server of the test."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from tests.client.hosting import Host

PAGE = (Path(__file__).parents[2] / "docs/client.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_run(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = io.StringIO()
    assert len(EXAMPLES) == 4
    for code in EXAMPLES:
        assert "http://127.0.0.1:8000" in code
        with contextlib.redirect_stdout(printed):
            real = code.replace("http://127.0.0.1:8000", host.address)
            exec(compile(real, "client.md", "exec"), names)
    told = printed.getvalue()
    assert "Outcome(winner=" in told
    assert re.search(r"game 1: (won|lost)", told)
