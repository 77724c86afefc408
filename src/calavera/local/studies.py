"""What the device answers about uploaded games, puzzles and the solved game, without a table.

A first game needs none of it: `calls` imports this module when it is asked for.
"""

from calavera.calls import endings
from calavera.calls.cards import card as draw_card
from calavera.calls.puzzles import puzzle_of
from calavera.calls.replays import LONGEST_RECORD
from calavera.calls.replays import replay as retell
from calavera.local.requests import JSON, LINES, Answer, Request, text_answer
from calavera.protocol.reasons import Reason, Refused
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.codec.json_text import Json, write_json
from calavera.review.worker import tell_review


def replay(request: Request) -> Answer:
    return Answer(200, JSON, retell(_record_in(request), request.query.get("eyes")))


def card(request: Request) -> Answer:
    theme = request.query.get("theme", THEMES[0])
    language = request.query.get("language", LANGUAGES[0])
    return Answer(200, "image/svg+xml", draw_card(_record_in(request), theme, language))


def review(request: Request) -> Answer:
    def write(line: Json) -> None:
        assert isinstance(line, dict)
        if "refused" in line:
            raise Refused(Reason(line["refused"]), str(line["detail"]))
        request.news(write_json(line) + b"\n")

    tell_review(_record_in(request), write)
    return Answer(200, LINES, b"")


def puzzle(_: Request, day: str) -> Answer:
    return Answer(200, JSON, puzzle_of(day))


def ending(request: Request, position: str) -> Answer:
    return text_answer(endings.ending(*endings.read_query(position, request.query)))


def ending_map(_: Request, position: str) -> Answer:
    return text_answer(endings.ending_map(position))


def _record_in(request: Request) -> bytes:
    if len(request.body) > LONGEST_RECORD:
        raise Refused(Reason.TOO_LARGE, f"expected up to {LONGEST_RECORD:,} bytes")
    return request.body
