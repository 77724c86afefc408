"""Kinds of JSON value, derived from the annotations of a class.

A field's annotation says what it is (`Seat`, `bool`, another class, a tuple, `| None`) and, with
`Annotated`, how long or large it may be. `tagged` sets the tag of a class in JSON explicitly, so
that renaming the class does not change a message.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from calavera.record.codec.kinds import (
    Choice,
    Derived,
    Flag,
    Kind,
    ListOf,
    Maybe,
    Object,
    OneOf,
    Remembered,
    no_check,
)

Class = TypeVar("Class", bound=type)
Noted = TypeVar("Noted")

KINDS: Final[dict[Any, Kind]] = {bool: Flag()}
"""The kind of each known annotation; classes are added when first used."""

_TAGS: Final[dict[type, str]] = {}
_NAMES: Final[dict[type, str]] = {}
_ADDED: Final[dict[type, dict[str, object]]] = {}


REMEMBERED: Final = object()
"""Marks a part whose texts are cached: `Annotated[Turn, REMEMBERED]`."""


class AtMost(NamedTuple):
    """The maximum length of a list: `Annotated[tuple[Seat, ...], AtMost(2)]`."""

    most: int
    least: int = 0


def tagged(tag: str) -> Callable[[Class], Class]:
    """Set the tag that identifies a class in a union."""
    return _registered(_TAGS, tag)


def named(name: str) -> Callable[[Class], Class]:
    """Set the name of a class in the schema."""
    return _registered(_NAMES, name)


def added(**values: object) -> Callable[[Class], Class]:
    """Set the JSON defaults of fields that older writers omit."""
    return _registered(_ADDED, values)


def _registered(registry: dict[type, Noted], word: Noted) -> Callable[[Class], Class]:
    def register(cls: Class) -> Class:
        registry[cls] = word
        return cls

    return register


def union_of(name: str, about: str, annotation: Any) -> OneOf[Any]:
    """Make and register the kind of a union of tagged classes."""
    kind = OneOf[Any](name, about, [object_of(member) for member in get_args(annotation)])
    KINDS[annotation] = kind
    return kind


def object_of(
    cls: type[Any],
    *,
    derived: Mapping[str, Derived] | None = None,
    check: Callable[[Any], None] = no_check,
    **kinds: Kind,
) -> Object[Any]:
    """The kind of a class; `kinds` override the annotations of its fields."""
    kind = KINDS.get(cls)
    if kind is None:
        fields = {
            field: kinds.get(field) or kind_of(annotation)
            for field, annotation in get_type_hints(cls, include_extras=True).items()
        }
        kind = KINDS[cls] = Object(
            cls,
            fields,
            derived or {},
            _TAGS.get(cls),
            check,
            _NAMES.get(cls, cls.__name__),
            _ADDED.get(cls, {}),
        )
    assert isinstance(kind, Object)
    return kind


def kind_of(annotation: Any) -> Kind:
    """The kind of a field; raises TypeError if the annotation sets no limits."""
    if annotation in KINDS:
        return KINDS[annotation]
    if get_origin(annotation) is Annotated:
        return _annotated(annotation)
    if get_origin(annotation) is UnionType or NoneType in get_args(annotation):
        return _optional(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return KINDS.setdefault(annotation, Choice(annotation))
    if hasattr(annotation, "_fields") or is_dataclass(annotation):
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
