"""The commands `bot join` and `table new`."""

import argparse
import signal
import sys
from types import FrameType
from typing import Final, get_type_hints

from calavera.bots import Bot
from calavera.bots.loading import BotError, bot_name, find_bot
from calavera.client.client import Client
from calavera.client.errors import ClientError
from calavera.client.runner import BotRunner
from calavera.errors import UserError
from calavera.protocol.fields import LONGEST_NAME
from calavera.protocol.names import checked_name
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import BotPace, Settings, TurnClock
from calavera.rules import Placement

GUEST_BOT: Final = "Guest bot"
"""For a bot whose own name belongs to one of the server's; the server numbers several of them."""

RESERVE: Final = 60
"""Seconds beside a clock, unless it is said."""


class ClientCommandError(UserError):
    """What was asked of a server cannot be; the message says why."""


def run_bot_join(options: argparse.Namespace) -> int:
    """Play until Ctrl-C, or until the games are played."""
    if options.games == 0:
        raise ClientCommandError("--games 0: a bot that sits down plays one game at least")
    try:
        kind = find_bot(options.bot)
        end_like_ctrl_c()
        name = table_name(kind) if options.name is None else asked_name(options.name)
        with Client(
            options.server,
            token_file=options.token_file,
            name=name,
            patience=options.patience,
            report=_complain,
        ) as client:
            return _play(client, options, kind)
    except Refused as refused:
        raise ClientCommandError(refusal_words(refused, options.code)) from None
    except (BotError, ClientError, ValueError) as error:
        raise ClientCommandError(str(error)) from None


def run_table_new(options: argparse.Namespace) -> int:
    """Make a table, print its code and its link."""
    if options.reserve is not None and options.clock is None:
        raise ClientCommandError("--reserve: goes with --clock SECONDS")
    _check_numbers(options)
    reserve = RESERVE if options.reserve is None else options.reserve
    settings = Settings(
        players=options.players,
        tribes=options.tribes,
        placement=Placement(options.placement),
        clock=None if options.clock is None else TurnClock(options.clock, reserve),
        showing=options.showing,
        opens=options.opens,
        spectators=options.spectators,
        listed=options.listed,
        talk=options.talk,
        pace=BotPace(options.pace),
        guest_bots=options.guest_bots,
    )
    try:
        with Client(
            options.server, token_file=options.token_file, name=options.name, report=_complain
        ) as client:
            code = client.create(settings, bots=options.bots).code
            print(f"{code}\n{client.server}/t/{code}")
    except Refused as refused:
        raise ClientCommandError(f"the server refuses: {refused}") from None
    except (ClientError, ValueError) as error:
        raise ClientCommandError(str(error)) from None
    return 0


def _check_numbers(options: argparse.Namespace) -> None:
    """Raise ClientCommandError where no table has such a setting."""
    for kind, field, option in (
        (Settings, "players", "players"),
        (Settings, "tribes", "tribes"),
        (Settings, "showing", "showing"),
        (TurnClock, "move", "clock"),
        (TurnClock, "reserve", "reserve"),
    ):
        value = getattr(options, option)
        (limits,) = get_type_hints(kind, include_extras=True)[field].__metadata__
        if value is not None and not limits.lowest <= value <= limits.highest:
            wanted = f"a number from {limits.lowest} to {limits.highest} is required"
            raise ClientCommandError(f"--{option} {value}: {wanted}")


def _complain(line: str) -> None:
    print(f"calavera: {line}", file=sys.stderr, flush=True)


def end_like_ctrl_c() -> None:
    """Take the signal of a program that asks this one to stop for Ctrl-C."""
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _play(client: Client, options: argparse.Namespace, kind: type[Bot]) -> int:
    def report(line: str) -> None:
        print(f"{client.name}: {line}", flush=True)

    table = client.join(options.code)
    runner = BotRunner(table, kind, games=options.games, report=report)
    try:
        runner.run()
    except KeyboardInterrupt:
        runner.leave()
        report(f"leaves after {runner.played} games")
    return 0


def table_name(kind: type[Bot]) -> str:
    """The name of the character where a table takes it: those of the server's bots are reserved."""
    nickname = getattr(kind, "nickname", None)
    name = nickname if isinstance(nickname, str) and nickname.strip() else bot_name(kind)
    try:
        return checked_name(name.replace(",", " ")[:LONGEST_NAME])
    except Refused:
        return GUEST_BOT


def asked_name(name: str, option: str = "--name") -> str:
    """A name that a table takes; raises ClientCommandError."""
    try:
        return checked_name(name)
    except Refused as refused:
        raise ClientCommandError(f"{option} {name!r}: {refused.detail}") from None


def refusal_words(refused: Refused, code: str) -> str:
    """Why a table cannot be played at, for a person."""
    match refused.reason:
        case Reason.UNKNOWN_TABLE:
            return f"there is no table {code}"
        case Reason.TABLE_FULL:
            return f"no chair is free at table {code}"
        case Reason.DAMAGED:
            return f"the history of table {code} is damaged; tell whoever runs the server"
        case Reason.NO_BOTS:
            return f"the host of table {code} wants no bots there"
        case Reason.NO_SPECTATORS:
            return f"a game is played at table {code}, and nobody else may watch it"
        case _:
            return f"table {code} refuses: {refused}"
