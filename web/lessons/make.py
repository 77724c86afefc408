"""Makes the data of the lessons from the rules: `python web/lessons/make.py` after a change.

The pages know no rule. Each step that can come up in a lesson, whatever the learner chooses, is
worked out here with calavera.record and calavera.rules.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "src")]

from plot import Ask, Back, Lesson, On, Part, Scene, Tell  # noqa: E402
from script import LESSONS  # noqa: E402

from calavera.record import Record, RecordError, read_record# noqa: E402
from calavera.record.codec.values import encode# noqa: E402
from calavera.record.retelling.steps import retell# noqa: E402
from calavera.rules.model import phases# noqa: E402

TARGET = HERE.parent / "src" / "learn" / "lessons.json"
YOU = "You"
EYES = "a"


@dataclass
class Table:
    """A scene and the moves played so far."""

    scene: Scene
    moves: list[str]

    def record(self, extra: list[str]) -> Record:
        scene = self.scene
        header = ["skull: 1", f"players: {', '.join([YOU, *scene.names.split()])}"]
        header += [f"start: {scene.start}"] if scene.start else []
        header += [f"tribes: {scene.tribes}", f"placement: {scene.placement}"]
        header += [f"first: {scene.first}", ""]
        return _read(header, [*self.moves, *extra])

    def steps(self, extra: list[str]) -> list[Any]:
        """What the learner saw, from the start on."""
        told = list(retell(self.record(extra), EYES).steps)
        # Before a blind pick the discs are shuffled; a record tells so once it tells the pick.
        for loss in [f"{taker}~{loser}F" for taker in "abcd" for loser in "abcd" if taker != loser]:
            if told[-1].view.board.phase is phases.LOSE and self.allows([*extra, loss]):
                return list(retell(self.record([*extra, loss]), EYES).steps)[:-1]
        return told

    def allows(self, moves: list[str]) -> bool:
        try:
            self.record(moves)
        except RecordError:
            return False
        return True


def _read(header: list[str], moves: list[str]) -> Record:
    """The record; rounds are numbered where the reader asks for it."""
    text = ["1."]
    number = 1
    for move in moves:
        try:
            read_record("\n".join([*header, " ".join([*text, move])]))
        except RecordError:
            number += 1
            text.append(f"{number}.")
        text.append(move)
    return read_record("\n".join([*header, " ".join(text)]))


@dataclass
class Book:
    """Collects the nodes of a lesson and the views they share."""

    nodes: list[dict[str, Any]] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    scenes: dict[int, int] = field(default_factory=dict)

    def view(self, view: Any) -> int:
        data = encode(view)
        key = json.dumps(data)
        if key not in self.places:
            self.places[key] = len(self.views)
            self.views.append(data)
        return self.places[key]

    def node(self, kind: str, words: str, rules: str) -> dict[str, Any]:
        made: dict[str, Any] = {
            "kind": kind,
            "words": words,
            "rules": rules.split(),
            "scene": None,
            "view": 0,
            "steps": [],
            "choices": [],
            "next": None,
        }
        self.nodes.append(made)
        return made

    def scene(self, table: Table) -> dict[str, Any]:
        """Where a scene starts: who is there, and how the table looks before anything moves."""
        return {
            "names": table.scene.names.split(),
            "view": self.view(table.steps([])[-1].view),
        }

    def shown(self, node: dict[str, Any], table: Table, known: int) -> None:
        """The table of a node: what came since the learner last looked, and how it is now."""
        steps = table.steps([])
        node["steps"] = [
            {"events": [encode(event) for event in step.events], "view": self.view(step.view)}
            for step in steps[known:]
        ]
        node["view"] = self.view(steps[-1].view)


def moves_of(text: str, table: Table) -> list[str]:
    """The moves of a text, the first allowed one of alternatives."""
    moves: list[str] = []
    for word in text.split():
        choices = [move for move in word.split("/") if table.allows([*moves, move])]
        if not choices:
            raise ValueError(f"{word} cannot be played after {' '.join([*table.moves, *moves])}")
        moves.append(choices[0])
    return moves


def tell_on(book: Book, parts: tuple[Part, ...], table: Table | None, known: int) -> int | None:
    """The nodes of the parts that are left; the place of the first."""
    if not parts:
        return None
    part, rest = parts[0], parts[1:]
    if isinstance(part, Scene):
        if len(rest) not in book.scenes:  # whatever was chosen before, a new scene is the same
            book.scenes[len(rest)] = len(book.nodes)
            tell_on(book, rest, Table(part, part.before.split()), 0)
        return book.scenes[len(rest)]
    assert table is not None
    place = len(book.nodes)
    seen = known or len(table.moves) + 1
    scene = None if known else book.scene(table)
    if isinstance(part, Tell):
        node = book.node("tell", part.words, part.rules)
        table = Table(table.scene, [*table.moves, *moves_of(part.moves, table)])
        book.shown(node, table, seen)
        node["scene"] = scene
        node["next"] = tell_on(book, rest, table, len(table.moves) + 1)
        return place
    node = book.node("ask", part.words, part.rules)
    book.shown(node, table, seen)
    node["scene"] = scene
    node["choices"] = answers(book, part, rest, table, place)
    return place


def answers(
    book: Book, part: Ask, rest: tuple[Part, ...], table: Table, place: int
) -> list[dict[str, Any]]:
    """A choice for each legal action."""
    now = len(table.moves) + 1
    explained: dict[str, int] = {}
    choices: list[dict[str, Any]] = []
    for own in table.steps([])[-1].view.own:
        for action in own.legal:
            data = encode(action)
            move, answer = _answer(part, own.seat, data, table)
            if isinstance(answer, On):
                after = Table(table.scene, [*table.moves, move])
                after.moves += moves_of(answer.moves, after)
                to = tell_on(book, rest, after, now)
            elif answer.words in explained:
                to = explained[answer.words]
            else:
                to = explained[answer.words] = len(book.nodes)
                node = book.node("note", answer.words, answer.rules)
                played = Table(table.scene, [*table.moves, *moves_of(answer.moves, table)])
                book.shown(node, played, now)
                node["next"] = place
            choices.append({"seat": "abcdefghijkl"[own.seat], "action": data, "to": to})
    nodes = [choice["to"] for choice in choices]
    if not any(to is None or book.nodes[to]["kind"] != "note" for to in nodes):
        raise ValueError(f"{part.words}: no choice goes on")
    return choices


def _answer(part: Ask, seat: int, action: dict[str, Any], table: Table) -> tuple[str, On | Back]:
    """The move that an action is, and what the lesson says to it."""
    letter = "abcdefghijkl"[seat]
    candidates = {
        "place": [f"{letter}{action.get('disc')}"],
        "bid": [f"{letter}{action.get('number')}"],
        "pass": [f"{letter}-"],
        "flip": [f"{letter}>{action.get('mat')}{disc}" for disc in "FS"],
        "discard": [f"{letter}~{letter}{action.get('disc')}"],
        "pick": [f"{letter}~{loser}{disc}" for loser in "bcd" for disc in "FS"],
        "name-first": [f"{letter}^{action.get('seat')}"],
    }[action["type"]]
    move = next(move for move in candidates if table.allows([move]))
    for key in (move, action["type"]):
        if key in part.answers:
            return move, part.answers[key]
    raise ValueError(f"{part.words}: no answer to {move}")


def make(lesson: Lesson) -> dict[str, Any]:
    book = Book()
    tell_on(book, lesson.parts, None, 0)
    return {"name": lesson.name, "nodes": book.nodes, "views": book.views}


def text() -> str:
    """The data as it is checked in."""
    lessons = [json.dumps(make(lesson), separators=(",", ":")) for lesson in LESSONS]
    return "[\n" + ",\n".join(lessons) + "\n]\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text(), encoding="ascii")
