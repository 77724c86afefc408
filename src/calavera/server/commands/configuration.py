"""Options from a file and from the environment, below those of the command line.

Every option can be given in three ways: `--public-url URL`, the variable `CALAVERA_PUBLIC_URL`, or
`public-url = "URL"` in a TOML file. The command line takes precedence, then the environment.
"""

import argparse
import os
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from calavera.errors import UserError

PREFIX: Final = "CALAVERA_"
FILE: Final = f"{PREFIX}CONFIG"
LONGEST_FILE: Final = 100_000
SIMILARITY: Final = 0.7
"""From which on a word is taken for a misspelling of another."""


class ConfigurationError(UserError):
    """The configuration is invalid; the message says where and why."""


def describe_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        default=argparse.SUPPRESS,
        metavar="FILE",
        help=f"a TOML file with these options; environment variables such as"
        f" ${PREFIX}PORT take precedence",
    )
    parser.set_defaults(configurable=parser)


def configure(
    parser: argparse.ArgumentParser,
    file: str | None,
    known: Collection[str],
    environment: Mapping[str, str] = os.environ,
) -> None:
    """Set the defaults of a command from environment and file; raises ConfigurationError.

    One file serves several commands: `known` are the options of all of them.
    """
    _check_spelling(environment, known)
    file = file or environment.get(FILE)
    if file:
        for key, value in _read(Path(file)).items():
            name = key.replace("-", "_")
            if name not in known:
                close = get_close_matches(name, known, 1, SIMILARITY)
                hint = f"; did you mean {close[0].replace('_', '-')}?" if close else ""
                raise ConfigurationError(f"{file}: there is no option {key!r}{hint}")
            _take(parser, name, value, f"{file}: {key}")
    for name in _options(parser).keys() & known:
        variable = PREFIX + name.upper()
        if environment.get(variable):
            _take(parser, name, environment[variable], f"${variable}")


def _check_spelling(environment: Mapping[str, str], known: Collection[str]) -> None:
    """Raise for misspelt options. Other names are ignored: Kubernetes sets its own."""
    options = [name.upper() for name in known]
    for variable in environment:
        name = variable.removeprefix(PREFIX)
        if name == variable or name in options:
            continue
        for meant in get_close_matches(name, options, 1, SIMILARITY):
            raise ConfigurationError(f"there is no ${variable}; did you mean ${PREFIX}{meant}?")


def _options(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    return {
        action.dest: action
        for action in parser._actions  # argparse has no public access
        if action.option_strings and action.nargs is None and action.dest != "config"
    }


def _take(parser: argparse.ArgumentParser, name: str, value: object, source: str) -> None:
    action = _options(parser).get(name)
    if action is None:
        return
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise ConfigurationError(f"{source}: expected a string or a number")
    if isinstance(value, int | float) and isinstance(action.default, str):
        raise ConfigurationError(f'{source}: expected a string, as in {name} = "…"')
    text = str(value)
    try:
        if action.type is not None:
            action.type(text)  # type: ignore[operator]  # no type is registered by name
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise ConfigurationError(f"{source}: {error}") from None
    if action.choices is not None and text not in action.choices:
        raise ConfigurationError(f"{source}: expected {' or '.join(action.choices)}")
    parser.set_defaults(**{name: text})


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            text = stream.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}") from None
    if len(text) > LONGEST_FILE:
        raise ConfigurationError(f"{path}: longer than {LONGEST_FILE:,} bytes")
    try:
        return tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: {error}") from None
