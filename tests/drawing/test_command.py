"""`calavera draw`, run as people run it."""

import sys
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.drawing import draw, draw_card, moment_of_record
from calavera.drawing.raster import FONTS
from calavera.record import read_record

GAME = Path(__file__).parents[2] / "docs" / "examples" / "three_rounds.skull"


def test_a_picture_goes_to_a_file_or_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    record = read_record(GAME.read_text())
    out = tmp_path / "out.svg"
    assert main(["draw", str(GAME), "--round", "1", "--viewpoint", "b", "--svg", str(out)]) == 0
    assert out.read_text("utf-8") == draw(moment_of_record(record, "b", 1))
    assert main(["draw", str(GAME), "--card", "--theme", "day", "--language", "es"]) == 0
    printed = capfdbinary.readouterr()
    assert printed.out.decode() == draw_card(record, theme="day", language="es")
    assert printed.err == b""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--round", "4"], "--round 4: the record has rounds 1 to 3"),
        (["--viewpoint", "d"], "--viewpoint d: expected one of open, public, a, b, c"),
        (["--card", "--round", "1"], "--round: a card shows the end of the game to everybody"),
        (["--svg", "no/such/folder.svg"], "no/such/folder.svg: No such file or directory"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", str(GAME), *arguments]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err == f"calavera: {complaint}\n"


def test_bad_records_get_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.skull"
    file.write_text("skull: 1\nplayers: A, B\n\n1. aF bF | a1 b1")
    assert main(["draw", str(file)]) == 2
    assert capfd.readouterr().err.startswith(f"calavera: {file}: line 4: round 1: b1: ")
    file.write_text("skull: 1\nplayers: A, B\n\n1. aF bF | a1")
    assert main(["draw", str(file), "--card"]) == 2
    complaint = f"calavera: {file}: the game is not over; a card needs a finished game\n"
    assert capfd.readouterr().err == complaint


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height, as the header has them."""
    assert png.startswith(b"\x89PNG\r\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_png_has_the_size_of_the_picture(tmp_path: Path) -> None:
    out = tmp_path / "card.png"
    assert main(["draw", str(GAME), "--card", "--png", str(out)]) == 0
    assert size_of(out.read_bytes()) == (1200, 630)


def test_a_png_needs_no_fonts_of_the_system() -> None:
    """The same card with other names is another picture, where only our fonts are there."""
    resvg_py = pytest.importorskip("resvg_py")
    fonts = [str(path) for path in FONTS.glob("*.ttf")]
    assert len(fonts) == 3
    text, pictures = GAME.read_text(), set()
    for name in ("Ana", "Zoé"):
        card = draw_card(read_record(text.replace("Ana", name)))
        pictures.add(
            resvg_py.svg_to_bytes(svg_string=card, skip_system_fonts=True, font_files=fonts)
        )
    assert len(pictures) == 2


def test_without_resvg_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "card.png"
    assert main(["draw", str(GAME), "--png", str(out)]) != 0
    said = capsys.readouterr().err
    assert "pip install 'calavera[pictures]'" in said
    assert said.count("\n") == 1
    assert not out.exists()
