"""Options from a file and from the environment, below those of the command line.

Every option of a command can be given in three ways: `--public-url URL`, the variable
`CALAVERA_PUBLIC_URL`, or `public-url = "URL"` in a TOML file. The command line comes
first, then the environment, then the file.
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
LIKENESS: Final = 0.7
"""From which on one word is taken for another that was misspelt."""


class ConfigurationError(UserError):
    """What is configured cannot be; the message says where and why."""


def describe_configuration(parser: argparse.ArgumentParser) -> None:
    """The option that names a file, for a command whose options may stand in one."""
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
    """Have a command take what is configured where the command line is silent.

    One file serves several commands, each takes what it knows: `known` is what any of them does.
    Raises ConfigurationError.
    """
    _check_spelling(environment, known)
    file = file or environment.get(FILE)
    if file:
        for key, value in _read(Path(file)).items():
            name = key.replace("-", "_")
            if name not in known:
                close = get_close_matches(name, known, 1, LIKENESS)
                hint = f"; did you mean {close[0].replace('_', '-')}?" if close else ""
                raise ConfigurationError(f"{file}: there is no option {key!r}{hint}")
            _take(parser, name, value, f"{file}: {key}")
    for name in _options(parser).keys() & known:
        variable = PREFIX + name.upper()
        if environment.get(variable):
            _take(parser, name, environment[variable], f"${variable}")


def _check_spelling(environment: Mapping[str, str], known: Collection[str]) -> None:
    """What looks like an option and is none. Other names are let be: a cluster has its own."""
    options = [name.upper() for name in known]
    for variable in environment:
        name = variable.removeprefix(PREFIX)
        if name == variable or name in options:
            continue
        for meant in get_close_matches(name, options, 1, LIKENESS):
            raise ConfigurationError(f"there is no ${variable}; is ${PREFIX}{meant} meant?")


def _options(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """What takes one value."""
    return {
        action.dest: action
        for action in parser._actions  # argparse has no public way to them
        if action.option_strings and action.nargs is None and action.dest != "config"
    }


def _take(parser: argparse.ArgumentParser, name: str, value: object, source: str) -> None:
    action = _options(parser).get(name)
    if action is None:
        return
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise ConfigurationError(f"{source}: expected a string or a number")
    if isinstance(value, int | float) and isinstance(action.default, str):
        raise ConfigurationError(f'{source}: expected a text, as in {name} = "…"')
    text = str(value)
    try:
        if action.type is not None:
            action.type(text)  # type: ignore[operator]  # a name of a type is not used here
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
