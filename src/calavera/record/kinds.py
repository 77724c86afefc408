"""The kinds of JSON value that the table in `shapes` is made of.

Each kind knows how a value is written (`write`) and how it is read back (`decode`, which trusts
nothing and raises CodecError); `schema` asks the same objects what they look like. A view is
written for every player on every move, so `write` makes the text at once, without making JSON data
first: that is three times as fast, and texts that come again can be remembered.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from typing import Any, Final, Generic, Protocol, TypeVar

from calavera.record.codec_error import CodecError, describe, expected
from calavera.rules.seats import LETTERS, SEATS, Seat

NULL: Final = "null"

TAG: Final = "type"
"""The key that tells the members of a choice apart."""

MOST_REMEMBERED: Final = 10_000
"""How many texts are kept of a kind that is remembered; each is some hundred letters."""

Value = TypeVar("Value")
Member = TypeVar("Member", bound=Enum)


class Kind(Protocol):
    """What all kinds can do."""

    def write(self, value: Any, /) -> str:
        """The value as JSON text without a space; equal values, equal texts."""

    def decode(self, data: object, /) -> Any:
        """The value of JSON data; raises CodecError."""


@dataclass(eq=False)
class Number:
    """A whole number within limits."""

    lowest: int
    highest: int
    name: str = ""
    about: str = ""

    write = staticmethod(int.__repr__)  # writes 1 for True too, which equals it

    def decode(self, data: object) -> int:
        """The number; true and 1.0 are none."""
        if type(data) is int and self.lowest <= data <= self.highest:
            return data
        raise expected(f"a whole number from {self.lowest} to {self.highest}", data)


@dataclass(eq=False)
class Flag:
    """Yes or no."""

    write = staticmethod(("false", "true").__getitem__)

    def decode(self, data: object) -> bool:
        """The flag."""
        if type(data) is bool:
            return data
        raise expected("true or false", data)


@dataclass(eq=False)
class Text:
    """Letters, of any kind or as a pattern says."""

    most: int
    least: int = 0
    pattern: str = ""
    name: str = ""
    about: str = ""

    write = staticmethod(json.dumps)

    def __post_init__(self) -> None:
        self._matches = re.compile(self.pattern).fullmatch if self.pattern else None

    def decode(self, data: object) -> str:
        """The text; half a character is none."""
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
        """The seat of a letter."""
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
        """The value of the member in quotes; `value.value` takes five times as long."""
        return f'"{value._value_}"'

    def decode(self, data: object) -> Member:
        """The member."""
        if type(data) is str and data in self.members:
            return self.members[data]
        raise expected(_any_of(self.members), data)


@dataclass(eq=False)
class Maybe:
    """A value, or null where there is none."""

    kind: Kind

    def write(self, value: Any) -> str:
        """The value or null."""
        return NULL if value is None else self.kind.write(value)

    def decode(self, data: object) -> Any:
        """The value or None."""
        return None if data is None else self.kind.decode(data)


@dataclass(eq=False)
class SomeKeys:
    """JSON data with some of the keys of an object; which ones, its reader works out."""

    write = staticmethod(json.JSONEncoder(separators=(",", ":")).encode)

    def decode(self, data: object) -> dict[str, object]:
        """The data as it is."""
        if type(data) is not dict:
            raise expected("an object", data)
        return data


@dataclass(eq=False)
class ListOf:
    """Some values of one kind, in order."""

    kind: Kind
    most: int
    least: int = 0
    items: Callable[[Any], Iterable[Any]] = iter
    """What is written of a value that is not itself a tuple of the items."""
    make: Callable[[list[Any]], Any] = tuple
    """The value of the items: the way back from `items`."""
    name: str = ""
    about: str = ""

    def write(self, value: Any) -> str:
        """The items in brackets."""
        return self.compose(map(self.kind.write, self.items(value)))

    @staticmethod
    def compose(texts: Iterable[str]) -> str:
        """The list from the texts of its items."""
        return f"[{','.join(texts)}]"

    def decode(self, data: object) -> Any:
        """The value of a list."""
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
    """A kind whose texts are kept, where the same values come again and again.

    For what lies open, as mats, or is all remembered soon, as actions; not for what a player
    holds: how fast it is written would tell whether it came before.
    """

    kind: Kind
    write: Callable[[Any], str] = field(init=False)

    def __post_init__(self) -> None:
        self.write = lru_cache(MOST_REMEMBERED)(self.kind.write)

    def decode(self, data: object) -> Any:
        """The value, by its kind."""
        return self.kind.decode(data)


@dataclass(eq=False)
class AllWritten:
    """A kind of which there are few values, each written once beforehand.

    All take the same time: fit for what a player holds.
    """

    kind: Kind
    values: InitVar[Iterable[Any]]
    write: Callable[[Any], str] = field(init=False)

    def __post_init__(self, values: Iterable[Any]) -> None:
        self.write = {value: self.kind.write(value) for value in values}.__getitem__

    def decode(self, data: object) -> Any:
        """The value, by its kind."""
        return self.kind.decode(data)


@dataclass(eq=False)
class Told:
    """A key for what follows from the rest of its object, so that a reader needs no rules.

    It is written for whoever reads; on the way back it must be what the rest makes it.
    """

    kind: Kind
    tell: Callable[[Any], Any]
    """Makes it from the value; its docstring is the key's description."""


def no_check(_: Any) -> None:
    """For an object whose fields cannot contradict each other."""


@dataclass(eq=False)
class Object(Generic[Value]):
    """An object with exactly these keys: the fields of a class, then what follows from them."""

    of: type[Value]
    fields: Mapping[str, Kind]
    """The kind of every field of the class, in its order."""
    told: Mapping[str, Told] = field(default_factory=dict)
    """Keys beyond the fields."""
    tag: str | None = None
    """What stands under `type`. Written out: renaming a class must not change a message."""
    check: Callable[[Value], None] = no_check
    """Raises CodecError where the fields contradict each other."""
    name: str = ""
    """Its name in the schema, if not that of the class."""
    added: Mapping[str, object] = field(default_factory=dict)
    """Keys that older writers leave out, with what they mean: a store outlasts its server."""
    write: Callable[[Value], str] = field(init=False)
    """The value in braces, always with the same keys in the same order."""
    write_keys: Callable[[Value], str] = field(init=False)
    """The same without the braces."""
    compose: Callable[..., str] = field(init=False)
    """The object from texts that are written already, one keyword argument for each field."""

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
        yield from self.told

    def _every_blank(self) -> Iterable[str]:
        """The text of each key, with what is to be filled in, as in an f-string."""
        if self.tag is not None:
            yield f'"{TAG}":"{self.tag}"'
        for key, kind in self.fields.items():
            blank = f"value.{key}:d" if isinstance(kind, Number) else f"write_{key}(value.{key})"
            yield f"{{{blank}}}" if isinstance(kind, Spread) else f'"{key}":{{{blank}}}'
        for key in self.told:
            yield f'"{key}":{{write_{key}(tell_{key}(value))}}'

    def _writer(self, text: str) -> Callable[[Value], str]:
        """A function made from the table above, as dataclasses make theirs: twice as fast."""
        names: dict[str, Any] = {f"write_{key}": kind.write for key, kind in self.fields.items()}
        names |= {f"write_{key}": extra.kind.write for key, extra in self.told.items()}
        names |= {f"tell_{key}": extra.tell for key, extra in self.told.items()}
        writer: Callable[[Value], str] = eval(f"lambda value: f'{text}'", names)
        return writer

    def _composer(self) -> Callable[..., str]:
        tag = [] if self.tag is None else [f'"{TAG}":"{self.tag}"']
        keys = ",".join(tag + [f'"{key}":{{{key}}}' for key in self.fields])
        text = f"lambda {', '.join(self.fields)}: f'{{{{{keys}}}}}'"
        composer: Callable[..., str] = eval(text)
        return composer

    def decode(self, data: object) -> Value:
        """The value of an object."""
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
        """The value from those keys of an object that are its own."""
        value = self.of(*[_field(data, key, kind) for key, kind in self.fields.items()])
        self.check(value)
        for key, extra in self.told.items():
            due = extra.tell(value)
            if _field(data, key, extra.kind) != due:
                reason = f"{extra.kind.write(due)} by the rest of the object"
                raise expected(reason, data[key]).within(f".{key}")
        return value


@dataclass(eq=False)
class Spread:
    """A field that is an object itself and puts its keys among those of its owner."""

    kind: Object[Any]

    def write(self, value: Any) -> str:
        """The keys to put among the others."""
        return self.kind.write_keys(value)

    def decode(self, data: Any) -> Any:
        """The field from its owner's data."""
        return self.kind.take(data)


@dataclass(eq=False)
class OneOf(Generic[Value]):
    """A choice of objects, told apart by their tags."""

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
        """The value of the object whose tag it is."""
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
