"""The configuration of `calavera bot run`, a TOML file; docs/live-bots.md describes it.

Whatever is wrong is one line: the file, the key, the value, and what is right.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar, get_type_hints

from calavera.client.arguments import SERVER
from calavera.console.parser import did_you_mean
from calavera.errors import UserError
from calavera.protocol.fields import CODE
from calavera.protocol.reasons import Refused
from calavera.protocol.settings import BotPace, Settings, TurnClock, check_settings
from calavera.record.codec.errors import CodecError
from calavera.rules import Placement
from calavera.rules.model.seats import MOST_SEATS

Value = TypeVar("Value")
Keyword = TypeVar("Keyword", bound=Enum)

RESERVE: Final = 60
MOST_TABLES: Final = 50
LONGEST: Final = 86_400


class ConfigError(UserError):
    """The configuration cannot be followed; the message names the file and the key."""


class Company(Enum):
    """Whom a bot sits down with."""

    PEOPLE = "people"
    BOTS = "bots"
    ANYONE = "anyone"


@dataclass(frozen=True, slots=True)
class Lobby:
    """Which public tables a bot sits down at."""

    players: tuple[int, int] = (2, MOST_SEATS)  # the least and the most chairs
    against: Company = Company.PEOPLE  # who has to sit there already
    every: float = 10.0  # seconds between two looks at the list


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that a bot opens, and opens again where it is gone."""

    settings: Settings
    bots: tuple[str, ...] = ()  # the server's bots that sit there


@dataclass(frozen=True, slots=True)
class FleetConfig:
    """What a bot does, and where."""

    bot: str  # a bot's name, module:Class or cmd:COMMAND
    server: str = SERVER
    name: str | None = None  # what others call it
    token_file: Path | None = None  # where it keeps who it is
    tables: int = 4  # how many tables at once
    games: int | None = None  # how many games before it leaves a table
    pace: float = 0.5  # seconds before a move at least
    talk: bool = False  # whether it says something ready-made after a game
    idle: float | None = 600.0  # seconds without a game after which it leaves a public table
    join: tuple[str, ...] = ()  # codes of tables
    lobby: Lobby | None = None
    open: tuple[NewTable, ...] = ()


def read_config(path: Path) -> FleetConfig:
    """Read a configuration; raises ConfigError."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: the file is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None
    return _Reader(path).config(content)


class _Table:
    """A table of the file, with where it is; keys that nobody asked for are refused."""

    def __init__(self, path: Path, where: str, values: Mapping[str, Any]) -> None:
        self._path = path
        self._where = where
        self._values = values
        self._asked: set[str] = set()

    def get(
        self, key: str, usual: Value, right: str, check: Callable[[Any], Value | None]
    ) -> Value:
        """The value of a key as `check` returns it; raises ConfigError where that is none."""
        self._asked.add(key)
        if key not in self._values:
            return usual
        found = check(self._values[key])
        if found is None:
            self.refuse(key, right)
        return found

    def refuse(self, key: str, right: str) -> NoReturn:
        """Raise ConfigError: the file, the key, the value, and what is right."""
        said = _as_toml(self._values[key]) if key in self._values else "missing"
        raise ConfigError(f"{self._path}: {self._where}{key} = {said}: {right}")

    def whole(self, key: str, usual: Any, low: int, high: int) -> Any:
        """A whole number."""
        right = f"a whole number from {low} to {high} is required"
        return self.get(key, usual, right, lambda value: _whole(value, low, high))

    def seconds(self, key: str, usual: Any, low: float = 0.0) -> Any:
        """A time in seconds."""
        right = f"a number of seconds from {low:g} to {LONGEST} is required"
        return self.get(key, usual, right, lambda value: _number(value, low))

    def flag(self, key: str, usual: bool) -> bool:
        """True or false."""
        right = "true or false is required"
        return self.get(key, usual, right, lambda value: value if type(value) is bool else None)

    def text(self, key: str, usual: Any) -> Any:
        """A text that is not empty."""
        right = "a text is required, in quotation marks"
        return self.get(key, usual, right, _text)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""

        def check(value: Any) -> tuple[str, ...] | None:
            is_right = isinstance(value, list) and all(map(_text, value))
            return tuple(value) if is_right else None

        return self.get(key, (), 'a list of texts is required, as ["one", "two"]', check)

    def word(self, key: str, usual: Keyword) -> Keyword:
        """One of a few words."""
        known = {member.value: member for member in type(usual)}
        right = f"{' or '.join(map(_as_toml, known))} is required"
        return self.get(
            key, usual, right, lambda value: known.get(value) if isinstance(value, str) else None
        )

    def part(self, key: str) -> "_Table | None":
        """A table inside, `[key]`."""
        found = self.get(
            key, None, f"a table is required, as [{key}]",
            lambda value: value if isinstance(value, dict) else None,
        )  # fmt: skip
        return None if found is None else _Table(self._path, f"{self._where}{key}.", found)

    def parts(self, key: str) -> list["_Table"]:
        """Tables inside, each `[[key]]`."""

        def check(value: Any) -> list[Any] | None:
            is_right = isinstance(value, list) and all(isinstance(one, dict) for one in value)
            return value if is_right else None

        none: list[Any] = []
        found = self.get(key, none, f"tables are required, each as [[{key}]]", check)
        return [
            _Table(self._path, f"{self._where}{key}[{number}].", one)
            for number, one in enumerate(found)
        ]

    def end(self) -> None:
        """Raise ConfigError for a key that means nothing."""
        for key in self._values:
            if key not in self._asked:
                hint = did_you_mean(key, self._asked) or f"; known are {', '.join(self._asked)}"
                raise ConfigError(f"{self._path}: {self._where}{key}: there is no such key{hint}")


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path

    def config(self, values: Mapping[str, Any]) -> FleetConfig:
        top = _Table(self._path, "", values)
        token_file = top.text("token_file", None)
        config = FleetConfig(
            bot=top.text("bot", ""),
            server=top.text("server", SERVER),
            name=top.text("name", None),
            token_file=None if token_file is None else self._path.parent / token_file,
            tables=top.whole("tables", 4, 1, MOST_TABLES),
            games=top.whole("games", None, 1, 1_000_000),
            pace=top.seconds("pace", 0.5),
            talk=top.flag("talk", False),
            idle=top.seconds("idle", 600.0, 1.0),
            join=self._codes(top),
            lobby=self._lobby(top.part("lobby")),
            open=tuple([self._new_table(part) for part in top.parts("open")]),
        )
        top.end()
        if not config.bot:
            top.refuse(
                "bot", 'a bot is required, as "cautious", "my_module:MyBot" or "cmd:./engine"'
            )
        if not (config.join or config.lobby or config.open):
            raise ConfigError(
                f"{self._path}: no tables: join = [CODES], [lobby] or [[open]] is required"
            )
        wanted = len(config.join) + len(config.open)
        if wanted > config.tables:
            top.refuse("tables", f"at least {wanted} is required, for those of join and open")
        return config

    @staticmethod
    def _codes(top: _Table) -> tuple[str, ...]:
        codes = []
        for code in top.texts("join"):
            try:
                codes.append(CODE.decode(code.strip().upper()))
            except CodecError:
                top.refuse("join", f"{code!r} is no code: 4 to 12 letters are required")
        return tuple(dict.fromkeys(codes))

    @staticmethod
    def _lobby(part: _Table | None) -> Lobby | None:
        if part is None:
            return None

        def sizes(value: Any) -> tuple[int, int] | None:
            if not isinstance(value, list) or len(value) != 2:
                return None
            low, high = (_whole(one, 2, MOST_SEATS) for one in value)
            return None if low is None or high is None or low > high else (low, high)

        right = f"the least and the most players are required, as [2, {MOST_SEATS}]"
        lobby = Lobby(
            players=part.get("players", Lobby().players, right, sizes),
            against=part.word("against", Company.PEOPLE),
            every=part.seconds("every", 10.0, 1.0),
        )
        part.end()
        return lobby

    @staticmethod
    def _new_table(part: _Table) -> NewTable:
        usual = Settings()
        clock = part.whole("clock", None, *_limits(TurnClock, "move"))
        reserve = part.whole("reserve", RESERVE, *_limits(TurnClock, "reserve"))
        settings = Settings(
            players=part.whole("players", usual.players, *_limits(Settings, "players")),
            tribes=part.whole("tribes", usual.tribes, *_limits(Settings, "tribes")),
            placement=part.word("placement", Placement.SIMULTANEOUS),
            clock=None if clock is None else TurnClock(clock, reserve),
            showing=part.whole("showing", usual.showing, *_limits(Settings, "showing")),
            opens=part.flag("opens", usual.opens),
            spectators=part.flag("spectators", usual.spectators),
            listed=part.flag("listed", True),
            talk=part.flag("talk", usual.talk),
            pace=part.word("pace", BotPace.USUAL),
            guest_bots=part.flag("guest_bots", usual.guest_bots),
        )
        bots = part.texts("bots")
        part.end()
        try:
            check_settings(settings)
        except Refused as refused:
            part.refuse("players", refused.detail)
        if len(bots) >= settings.players:
            part.refuse("bots", f"at most {settings.players - 1} leave a chair for this bot")
        return NewTable(settings, bots)


def _limits(kind: type[Any], field: str) -> tuple[int, int]:
    (limits,) = get_type_hints(kind, include_extras=True)[field].__metadata__
    return limits.lowest, limits.highest


def _whole(value: Any, low: int, high: int) -> int | None:
    return value if type(value) is int and low <= value <= high else None


def _number(value: Any, low: float) -> float | None:
    is_right = type(value) in (int, float) and low <= value <= LONGEST
    return float(value) if is_right else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _as_toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
