"""Kinds of JSON value from the annotations of a class: a message is described once, by its class.

A field's annotation says what it is (`Seat`, `bool`, another class, a tuple, `| None`) and, with
`Annotated`, how long or large it may be. `tagged` gives a class the tag that stands in its JSON:
written out, so that renaming the class does not change a message.
"""

from collections.abc import Callable
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from calavera.record.kinds import Choice, Flag, Kind, ListOf, Maybe, Object, OneOf, Remembered
from calavera.record.shapes import ACTION, EVENT, SEAT, SEEN_EVENT, VIEW
from calavera.rules import Action, Event, Seat, SeenEvent, View

Class = TypeVar("Class", bound=type)
Noted = TypeVar("Noted")

_KINDS: Final[dict[Any, Kind]] = {
    Seat: SEAT,
    Action: ACTION,
    Event: EVENT,
    SeenEvent: SEEN_EVENT,
    View: VIEW,
    bool: Flag(),
}
"""The kind of every annotation that has one; those of classes are added as they are met."""

_TAGS: Final[dict[type, str]] = {}
_NAMES: Final[dict[type, str]] = {}
_ADDED: Final[dict[type, dict[str, object]]] = {}


REMEMBERED: Final = object()
"""For a part whose texts are kept: `Annotated[Turn, REMEMBERED]`."""


class AtMost(NamedTuple):
    """How many items a list may have: `Annotated[tuple[Seat, ...], AtMost(2)]`."""

    most: int
    least: int = 0


def tagged(tag: str) -> Callable[[Class], Class]:
    """Give a class the tag that tells it apart in a union."""
    return _registered(_TAGS, tag)


def named(name: str) -> Callable[[Class], Class]:
    """Give a class another name in the schema than its own."""
    return _registered(_NAMES, name)


def added(**values: object) -> Callable[[Class], Class]:
    """Name the fields of a class that older writers leave out, with the JSON that they mean."""
    return _registered(_ADDED, values)


def _registered(registry: dict[type, Noted], word: Noted) -> Callable[[Class], Class]:
    def register(cls: Class) -> Class:
        registry[cls] = word
        return cls

    return register


def union_of(name: str, about: str, annotation: Any) -> OneOf[Any]:
    """The kind of a union of tagged classes; from then on it is that of the annotation."""
    kind = OneOf[Any](name, about, [object_of(member) for member in get_args(annotation)])
    _KINDS[annotation] = kind
    return kind


def object_of(cls: type[Any]) -> Object[Any]:
    """The kind of a class, from the annotations of its fields."""
    kind = _KINDS.get(cls)
    if kind is None:
        fields = {
            field: kind_of(annotation)
            for field, annotation in get_type_hints(cls, include_extras=True).items()
        }
        kind = _KINDS[cls] = Object(
            cls,
            fields,
            tag=_TAGS.get(cls),
            name=_NAMES.get(cls, cls.__name__),
            added=_ADDED.get(cls, {}),
        )
    assert isinstance(kind, Object)
    return kind


def kind_of(annotation: Any) -> Kind:
    """The kind of a field; raises TypeError where the annotation leaves its limits open."""
    if annotation in _KINDS:
        return _KINDS[annotation]
    if get_origin(annotation) is Annotated:
        return _annotated(annotation)
    if get_origin(annotation) is UnionType or NoneType in get_args(annotation):
        return _optional(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _KINDS.setdefault(annotation, Choice(annotation))
    if isinstance(annotation, type) and hasattr(annotation, "_fields"):
        return object_of(annotation)
    raise TypeError(f"{annotation} does not say which values it allows; use Annotated")


def _annotated(annotation: Any) -> Kind:
    inner, constraint = get_args(annotation)
    if isinstance(constraint, AtMost):
        return ListOf(kind_of(get_args(inner)[0]), constraint.most, constraint.least)
    if constraint is REMEMBERED:
        return Remembered(kind_of(inner))
    kind: Kind = constraint
    return kind


def _optional(annotation: Any) -> Kind:
    members = [member for member in get_args(annotation) if member is not NoneType]
    if len(members) != 1:
        raise TypeError(f"{annotation} is not a union that `union_of` has named")
    return Maybe(kind_of(members[0]))
