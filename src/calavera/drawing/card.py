"""The card of a finished game, for chats: the last moment, who won, and why."""

from typing import Final

from calavera.drawing import art, svg
from calavera.drawing.lettering import fitted, wrapped
from calavera.drawing.picture import ground, whole
from calavera.drawing.sentences import Sentences
from calavera.drawing.snapshot import moment_of_record
from calavera.drawing.table_area import TableDrawing
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.record import Record
from calavera.rules.model.outcome import Outcome

WIDTH: Final = 1200
HEIGHT: Final = 630
"""What chats and social sites show of a link."""

LEFT: Final = 24
PANEL: Final = 956
"""The middle of the words beside the table."""
PANEL_WIDTH: Final = 430
NAME_WIDTH: Final = PANEL_WIDTH * 1.2
"""The letters of the display face are narrow."""
LARGEST_NAME: Final = 84
SMALL: Final = 26


class Unfinished(ValueError):
    """A game that is not over has no card."""


def draw_card(record: Record, *, theme: str = THEMES[0], language: str = LANGUAGES[0]) -> str:
    """The card as SVG; raises Unfinished.

    The discs stay where they are when the game ends, so the last moment is the decisive one: the
    flip that won, or the skull that put the last opponent out.
    """
    moment = moment_of_record(record)
    outcome = moment.board.outcome
    if outcome is None:
        raise Unfinished("the game is not over; a card needs a finished game")
    colours, sentences = art.theme(theme), Sentences(moment, language)
    seating = art.seating("card", len(moment.board.mats))
    table = TableDrawing(moment, sentences, colours, seating)
    top = (HEIGHT - seating.height) / 2
    content = "".join(
        [
            ground(colours, WIDTH, HEIGHT, 0),
            svg.group(table.draw(), transform=f"translate({LEFT} {svg.number(top)})"),
            _panel(sentences, outcome, colours),
        ]
    )
    title = f"{sentences.won(outcome)} · Calavera"
    told = f"{sentences.why(outcome)} {sentences.rounds()} {sentences.description()}"
    return whole(colours, (WIDTH, HEIGHT), language, (title, told), content)


def _panel(sentences: Sentences, outcome: Outcome, theme: art.Theme) -> str:
    winner = art.tribes()[outcome.seat]
    display: dict[str, svg.Value] = {"font_family": art.font("display"), "font_weight": "700"}
    lines = _name_lines(sentences.won(outcome))
    reasons = [*wrapped(sentences.why(outcome), PANEL_WIDTH, SMALL * 0.78), sentences.rounds()]
    drawn = [
        svg.circle(PANEL, 160, 190, fill=svg.link("warm"), opacity=0.5),
        svg.use(f"{winner}-mat-flower", PANEL, 160, 240),
        svg.use(f"{winner}-flower", PANEL, 160, 120),
    ]
    y = 318.0
    for line, size in lines:
        y += size * 0.5
        drawn.append(svg.text(line, PANEL, y, size, fill=theme["text"], **display))
        y += size * 0.42
    y += 18
    for line in reasons:
        y += SMALL * 0.62
        drawn.append(svg.text(line, PANEL, y, SMALL, fill=theme["soft"], font_weight="500"))
        y += SMALL * 0.62
    drawn.append(svg.text("Calavera", PANEL, 588, 40, fill=theme["act-text"], **display))
    return "".join(drawn)


def _name_lines(text: str) -> list[tuple[str, float]]:
    """One line in large letters, or two where they would become small."""
    line, size = fitted(text, NAME_WIDTH, LARGEST_NAME, 20)
    if size >= LARGEST_NAME * 0.62 or " " not in text:
        return [(line, size)]
    first, second = min(
        (
            (text[:at], text[at + 1 :])
            for at, letter in enumerate(text)
            if letter == " "
        ),
        key=lambda pair: max(map(len, pair)),
    )  # fmt: skip
    longer = max(first, second, key=len)
    _, size = fitted(longer, NAME_WIDTH, LARGEST_NAME * 0.8, 26)
    return [(fitted(part, NAME_WIDTH, size, size)[0], size) for part in (first, second)]
