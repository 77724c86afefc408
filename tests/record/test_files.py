"""Records in files and in standard input."""

import io
import sys
from pathlib import Path

import pytest

from calavera.errors import UserError
from calavera.record.files import read_bytes
from calavera.record.reading import MOST_BYTES

TOO_LONG = b"x" * (MOST_BYTES + 9)


def reason(name: str) -> str:
    with pytest.raises(UserError) as refused:
        read_bytes(name)
    return str(refused.value)


def test_a_file_is_read_just_far_enough_to_see_that_it_is_too_long(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"skull: 1\n")
    (tmp_path / "long").write_bytes(TOO_LONG)
    assert read_bytes(str(tmp_path / "short")) == b"skull: 1\n"
    assert len(read_bytes(str(tmp_path / "long"))) == MOST_BYTES + 1


def test_so_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOO_LONG)))
    assert len(read_bytes("-")) == MOST_BYTES + 1


def test_what_cannot_be_read_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = str(tmp_path / "missing")
    assert reason(missing) == f"{missing}: No such file or directory"
    assert reason("a\0b") == "a\0b: embedded null byte"
    monkeypatch.setattr(sys, "stdin", None)
    assert reason("-") == "-: standard input is closed; name a file"
