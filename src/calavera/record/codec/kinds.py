"""The kinds of JSON value used by the table in `shapes`.

Each kind can `write` a value and `decode` untrusted data (raising CodecError); `schema` describes
the same objects. A view is written for every player on every move, so `write` produces text
directly instead of JSON data: that is three times as fast, and repeated texts can be cached.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Final, Generic, Protocol, TypeVar

from calavera.record.codec.errors import CodecError, describe, expected
from calavera.rules.model.seats import LETTERS, SEATS, Seat

NULL: Final = "null"

TAG: Final = "type"
"""The key that identifies the member of a union."""

MOST_REMEMBERED: Final = 10_000
"""How many texts of a kind are cached; each has about a hundred characters."""

Value = TypeVar("Value")
Member = TypeVar("Member", bound=Enum)


class Kind(Protocol):
    """The interface of all kinds."""

    def write(self, value: Any, /) -> str:
        """The value as JSON text without spaces; equal values have equal texts."""

    def decode(self, data: object, /) -> Any:
        """The value of JSON data; raises CodecError."""


@dataclass(eq=False)
class Number:
    """A whole number within limits."""

    lowest: int
    highest: int
    name: str = ""
    about: str = ""

    write = staticmethod(int.__repr__)  # True equals 1 and is written as 1

    def decode(self, data: object) -> int:
        """The number; true and 1.0 are rejected."""
        if type(data) is int and self.lowest <= data <= self.highest:
            return data
        raise expected(f"a whole number from {self.lowest} to {self.highest}", data)


@dataclass(eq=False)
class Flag:
    """Yes or no."""

    write = staticmethod(("false", "true").__getitem__)

    def decode(self, data: object) -> bool:
        if type(data) is bool:
            return data
        raise expected("true or false", data)


@dataclass(eq=False)
class Text:
    """A string of limited length, optionally matching a pattern."""

    most: int
    least: int = 0
    pattern: str = ""
    name: str = ""
    about: str = ""

    write = staticmethod(json.dumps)

    def __post_init__(self) -> None:
        self._matches = re.compile(self.pattern).fullmatch if self.pattern else None

    def decode(self, data: object) -> str:
        """The text; lone surrogates are rejected."""
        if type(data) is not str:
            raise expected("a string", data)
        if not self.least <= len(data) <= self.most:
            raise CodecError(f"expected {self.least} to {self.most} characters, got {len(data)}")
        if self._matches is not None and not self._matches(data):
            raise expected(f"a string like {self.pattern}", data)
        if any("\ud800" <= letter <= "\udfff" for letter in data):
            raise expected("whole characters", data)
        return data


@dataclass(eq=False)
class SeatLetter:
    """A seat, written as its letter."""

    name: str
    about: str

    write = staticmethod(tuple(f'"{letter}"' for letter in LETTERS).__getitem__)

    def decode(self, data: object) -> Seat:
        if type(data) is str and len(data) == 1 and data in LETTERS:
            return SEATS[LETTERS.index(data)]
        raise expected(f"a seat from {LETTERS[0]} to {LETTERS[-1]}", data)


@dataclass(eq=False)
class Choice(Generic[Member]):
    """One of the members of an enumeration, written as its value."""

    of: type[Member]

    def __post_init__(self) -> None:
        self.name = self.of.__name__
        self.members: dict[str, Member] = {member.value: member for member in self.of}

    def write(self, value: Member) -> str:
        """The member's value in quotes, looked up: `value.value` is five times slower."""
        return f'"{value._value_}"'

    def decode(self, data: object) -> Member:
        if type(data) is str and data in self.members:
            return self.members[data]
        raise expected(_any_of(self.members), data)


@dataclass(eq=False)
class Maybe:
    """A value or null."""

    kind: Kind

    def write(self, value: Any) -> str:
        return NULL if value is None else self.kind.write(value)

    def decode(self, data: object) -> Any:
        return None if data is None else self.kind.decode(data)


@dataclass(eq=False)
class SomeKeys:
    """An object with any keys, left to the reader to interpret."""

    write = staticmethod(json.JSONEncoder(separators=(",", ":")).encode)

    def decode(self, data: object) -> dict[str, object]:
        if type(data) is not dict:
            raise expected("an object", data)
        return data


@dataclass(eq=False)
class ListOf:
    """A list of values of one kind."""

    kind: Kind
    most: int
    least: int = 0
    items: Callable[[Any], Iterable[Any]] = iter
    """Converts the value to its items, if it is not a tuple of them already."""
    make: Callable[[list[Any]], Any] = tuple
    """Converts items to the value: the inverse of `items`."""
    name: str = ""
    about: str = ""

    def write(self, value: Any) -> str:
        return self.compose(map(self.kind.write, self.items(value)))

    @staticmethod
    def compose(texts: Iterable[str]) -> str:
        """The list, from the texts of its items."""
        return f"[{','.join(texts)}]"

    def decode(self, data: object) -> Any:
        if type(data) is not list:
            raise expected("a list", data)
        if not self.least <= len(data) <= self.most:
            raise CodecError(f"expected {self.least} to {self.most} items, got {len(data)}")
        decoded: list[Any] = []
        try:
            for item in data:
                decoded.append(self.kind.decode(item))
        except CodecError as error:
            raise error.within(f"[{len(decoded)}]") from None
        return self.make(decoded)


@dataclass(eq=False)
class Remembered:
    """A kind whose texts are cached, for values that recur.

    For public values such as mats, or small sets such as actions. Not for what a player holds: the
    time to write it would reveal whether it occurred before.
    """

    kind: Kind
    write: Callable[[Any], str] = field(init=False)

    def __post_init__(self) -> None:
        self.write = lru_cache(MOST_REMEMBERED)(self.kind.write)

    def decode(self, data: object) -> Any:
        return self.kind.decode(data)


@dataclass(eq=False)
class AllWritten:
    """A kind with few values, all written in advance.

    Writing takes constant time, so it is safe for what a player holds.
    """

    kind: Kind
    values: InitVar[Iterable[Any]]
    write: Callable[[Any], str] = field(init=False)

    def __post_init__(self, values: Iterable[Any]) -> None:
        self.write = {value: self.kind.write(value) for value in values}.__getitem__

    def decode(self, data: object) -> Any:
        return self.kind.decode(data)


@dataclass(eq=False)
class Derived:
    """A key derived from the rest of its object, so that a reader need not know the rules.

    Decoding checks that it agrees with the rest.
    """

    kind: Kind
    derive: Callable[[Any], Any]
    """Computes it from the value; the function's docstring describes the key."""


def no_check(_: Any) -> None:
    """The check for objects whose fields cannot contradict each other."""


@dataclass(eq=False)
class Object(Generic[Value]):
    """An object with exactly these keys: the fields of a class, then derived keys."""

    of: type[Value]
    fields: Mapping[str, Kind]
    """The kind of every field of the class, in its order."""
    derived: Mapping[str, Derived] = field(default_factory=dict)
    """Keys beyond the fields."""
    tag: str | None = None
    """The value of `type`. Explicit, because renaming a class must not change a message."""
    check: Callable[[Value], None] = no_check
    """Raises CodecError if the fields contradict each other."""
    name: str = ""
    """The name in the schema, if it differs from the class."""
    added: Mapping[str, object] = field(default_factory=dict)
    """Defaults for keys that older servers did not write."""
    write: Callable[[Value], str] = field(init=False)
    """The value in braces, with the same keys in the same order every time."""
    write_keys: Callable[[Value], str] = field(init=False)
    """The same without the braces."""
    compose: Callable[..., str] = field(init=False)
    """The object from texts already written, one keyword argument per field."""

    def __post_init__(self) -> None:
        names = tuple(get_annotations(self.of))
        if tuple(self.fields) != names:
            raise TypeError(f"{self.of.__name__} has the fields {names}, not {(*self.fields,)}")
        self.name = self.name or self.of.__name__
        self.keys = frozenset(self._every_key())
        keys = ",".join(self._every_blank())
        self.write_keys = self._writer(keys)
        self.write = self._writer(f"{{{{{keys}}}}}")
        self.compose = self._composer()

    def _every_key(self) -> Iterable[str]:
        if self.tag is not None:
            yield TAG
        for key, kind in self.fields.items():
            yield from kind.kind.keys if isinstance(kind, Spread) else (key,)
        yield from self.derived

    def _every_blank(self) -> Iterable[str]:
        """The text of each key with its placeholder, as in an f-string."""
        if self.tag is not None:
            yield f'"{TAG}":"{self.tag}"'
        for key, kind in self.fields.items():
            blank = f"value.{key}:d" if isinstance(kind, Number) else f"write_{key}(value.{key})"
            yield f"{{{blank}}}" if isinstance(kind, Spread) else f'"{key}":{{{blank}}}'
        for key in self.derived:
            yield f'"{key}":{{write_{key}(derive_{key}(value))}}'

    def _writer(self, text: str) -> Callable[[Value], str]:
        """A function generated from the table above, as dataclasses do: twice as fast."""
        names: dict[str, Any] = {f"write_{key}": kind.write for key, kind in self.fields.items()}
        names |= {f"write_{key}": extra.kind.write for key, extra in self.derived.items()}
        names |= {f"derive_{key}": extra.derive for key, extra in self.derived.items()}
        writer: Callable[[Value], str] = eval(f"lambda value: f'{text}'", names)
        return writer

    def _composer(self) -> Callable[..., str]:
        tag = [] if self.tag is None else [f'"{TAG}":"{self.tag}"']
        keys = ",".join(tag + [f'"{key}":{{{key}}}' for key in self.fields])
        text = f"lambda {', '.join(self.fields)}: f'{{{{{keys}}}}}'"
        composer: Callable[..., str] = eval(text)
        return composer

    def decode(self, data: object) -> Value:
        if type(data) is not dict:
            raise expected("an object", data)
        if data.keys() != self.keys:
            data = {**self.added, **data}
            if data.keys() != self.keys:
                raise _wrong_keys(data, self.keys)
        if self.tag is not None and data[TAG] != self.tag:
            raise expected(f'"{self.tag}"', data[TAG]).within(f".{TAG}")
        return self.take(data)

    def take(self, data: dict[str, object]) -> Value:
        """The value from its own keys of a larger object."""
        value = self.of(*[_field(data, key, kind) for key, kind in self.fields.items()])
        self.check(value)
        for key, extra in self.derived.items():
            due = extra.derive(value)
            if _field(data, key, extra.kind) != due:
                reason = f"{extra.kind.write(due)} to match the rest of the object"
                raise expected(reason, data[key]).within(f".{key}")
        return value


@dataclass(eq=False)
class Spread:
    """A field that is an object whose keys are merged into its owner's."""

    kind: Object[Any]

    def write(self, value: Any) -> str:
        """The keys to merge into the owner's."""
        return self.kind.write_keys(value)

    def decode(self, data: Any) -> Any:
        """The field from its owner's data."""
        return self.kind.take(data)


@dataclass(eq=False)
class OneOf(Generic[Value]):
    """A union of objects, identified by their tags."""

    name: str
    about: str
    shapes: Sequence[Object[Any]]

    def __post_init__(self) -> None:
        self._by_tag = {shape.tag: shape for shape in self.shapes}
        self._by_class = {shape.of: shape for shape in self.shapes}

    def write(self, value: Value) -> str:
        """The value as an object with its tag."""
        return self._by_class[type(value)].write(value)

    def decode(self, data: object) -> Value:
        """The value, decoded by the member with its tag."""
        if type(data) is not dict:
            raise expected("an object", data)
        if TAG not in data:
            raise CodecError(f"expected the key {TAG}")
        tag = data[TAG]
        if type(tag) is not str or tag not in self._by_tag:
            raise expected(_any_of(self._by_tag), tag).within(f".{TAG}")
        value: Value = self._by_tag[tag].decode(data)
        return value


def _field(data: dict[str, object], key: str, kind: Kind) -> Any:
    if isinstance(kind, Spread):
        return kind.decode(data)
    try:
        return kind.decode(data[key])
    except CodecError as error:
        raise error.within(f".{key}") from None


def _wrong_keys(data: dict[str, object], keys: frozenset[str]) -> CodecError:
    missing = sorted(keys - data.keys())
    if missing:
        return CodecError(f"expected the key {missing[0]}")
    extra = next(key for key in data if key not in keys)
    return CodecError(f"expected no key {describe(extra)}")


def _any_of(words: Collection[str | None]) -> str:
    return "one of " + ", ".join(f'"{word}"' for word in words)
