"""Kinds of JSON value from a class's annotations, and the limits of each kind."""

import json
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias

import pytest

from calavera.record.codec import annotations, kinds, shapes
from calavera.record.codec.annotations import REMEMBERED, AtMost, added, kind_of, object_of, tagged
from calavera.record.codec.errors import CodecError
from calavera.rules import Action, Bid, Seat


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    seat: Seat
    colour: Colour


@tagged("drawn")
class Drawn(NamedTuple):
    points: Annotated[tuple[Point, ...], AtMost(2, 1)]
    is_open: bool
    by: Seat | None
    label: Annotated[str, kinds.Text(most=5, least=2, pattern="[a-z]+", name="Label")]
    again: Annotated[Point, REMEMBERED]


@tagged("erased")
@added(number=3)
class Erased(NamedTuple):
    seat: Seat
    number: Annotated[int, kinds.Number(1, 9)]


@annotations.named("Other")
class Renamed(NamedTuple):
    seat: Seat


Stroke: TypeAlias = Drawn | Erased
STROKE = annotations.union_of("Stroke", "what happened to a drawing", Stroke)

POINT = {"seat": "b", "colour": "red"}
DRAWN = {
    "type": "drawn", "points": [POINT], "is_open": True, "by": None, "label": "abc", "again": POINT
}  # fmt: skip
VALUE = Drawn((Point(Seat(1), Colour.RED),), True, None, "abc", Point(Seat(1), Colour.RED))


def test_a_class_is_written_and_read_by_its_annotations() -> None:
    assert json.loads(STROKE.write(VALUE)) == DRAWN
    assert STROKE.decode(DRAWN) == VALUE
    assert STROKE.decode({**DRAWN, "by": "c"}) == VALUE._replace(by=Seat(2))


def test_a_tag_chooses_the_class_and_older_writers_leave_keys_out() -> None:
    assert STROKE.decode({"type": "erased", "seat": "a"}) == Erased(Seat(0), 3)
    assert STROKE.decode({"type": "erased", "seat": "a", "number": 9}) == Erased(Seat(0), 9)


def test_each_class_and_each_choice_has_one_kind() -> None:
    assert object_of(Point) is object_of(Point)
    assert kind_of(Colour) is kind_of(Colour)
    assert kind_of(Stroke) is STROKE
    assert isinstance(kind_of(Annotated[Point, REMEMBERED]), kinds.Remembered)


def test_names_in_the_schema() -> None:
    assert object_of(Renamed).name == "Other"
    assert (object_of(Point).name, object_of(Point).tag) == ("Point", None)
    assert (object_of(Drawn).name, object_of(Drawn).tag) == ("Drawn", "drawn")
    assert (STROKE.name, STROKE.about) == ("Stroke", "what happened to a drawing")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": []}, "points: expected 1 to 2 items, got 0"),
        ({"points": [POINT] * 3}, "points: expected 1 to 2 items, got 3"),
        ({"points": "bc"}, 'points: expected a list, got "bc"'),
        ({"points": [POINT, None]}, "points[1]: expected an object, got null"),
        (
            {"points": [{**POINT, "colour": "grey"}]},
            'points[0].colour: expected one of "red", "blue", got "grey"',
        ),
        ({"is_open": 1}, "is_open: expected true or false, got 1"),
        ({"by": "z"}, 'by: expected a seat from a to l, got "z"'),
        ({"by": ""}, 'by: expected a seat from a to l, got ""'),
        ({"by": "ab"}, 'by: expected a seat from a to l, got "ab"'),
        ({"label": "a"}, "label: expected 2 to 5 characters, got 1"),
        ({"label": "abcdef"}, "label: expected 2 to 5 characters, got 6"),
        ({"label": "ab1"}, 'label: expected a string like [a-z]+, got "ab1"'),
        ({"label": 7}, "label: expected a string, got 7"),
        ({"again": 1.5}, "again: expected an object, got 1.5"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change: dict[str, object], message: str) -> None:
    with pytest.raises(CodecError) as caught:
        STROKE.decode({**DRAWN, **change})
    assert str(caught.value) == message


@pytest.mark.parametrize("label", ["ab", "abcde"])
def test_a_text_may_be_as_short_and_as_long_as_it_says(label: str) -> None:
    assert STROKE.decode({**DRAWN, "label": label}) == VALUE._replace(label=label)


@pytest.mark.parametrize("code", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_a_lone_surrogate_is_refused(code: int) -> None:
    letter = chr(code)
    with pytest.raises(CodecError, match="expected whole characters"):
        kinds.Text(most=9).decode(f"a{letter}")


@pytest.mark.parametrize("letter", ["\ud7ff", "\ue000", "\U0001f480"])
def test_any_whole_character_is_one(letter: str) -> None:
    assert kinds.Text(most=9).decode(letter) == letter


def test_numbers_have_both_ends() -> None:
    count = kinds.Number(1, 9)
    assert [count.decode(number) for number in (1, 9)] == [1, 9]
    for wrong in (0, 10, True, 1.0, "1", 10**10):
        with pytest.raises(CodecError, match=r"^expected a whole number from 1 to 9, got "):
            count.decode(wrong)


def test_a_lone_object_has_to_carry_its_own_tag() -> None:
    with pytest.raises(CodecError) as caught:
        object_of(Erased).decode({"type": "drawn", "seat": "a", "number": 3})
    assert str(caught.value) == 'type: expected "erased", got "drawn"'


def test_an_object_is_composed_from_texts() -> None:
    assert object_of(Erased).compose(seat='"a"', number="4") == (
        '{"type":"erased","seat":"a","number":4}'
    )
    assert object_of(Renamed).compose(seat='"a"') == '{"seat":"a"}'


class Open(NamedTuple):
    text: str


class Mixed(NamedTuple):
    either: Point | Renamed


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kind_of(str), "does not say which values it allows; use Annotated"),
        (lambda: object_of(Open), "does not say which values it allows; use Annotated"),
        (lambda: object_of(Mixed), "is not a union that `union_of` has named"),
    ],
)
def test_an_annotation_has_to_say_what_it_allows(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make()


def test_the_rules_have_their_kinds() -> None:
    assert kind_of(Seat) is shapes.SEAT
    assert kind_of(Seat).decode("l") == Seat(11)
    assert kind_of(bool).write(True) == "true"
    assert kind_of(Action).decode({"type": "bid", "number": 2}) == Bid(2)
