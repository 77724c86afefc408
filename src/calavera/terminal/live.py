"""The command `play --table`: a seat at a live table."""

import argparse

from rich.text import Text

from calavera.bots import BOTS
from calavera.client import Client, ClientError, ClientTable, Refused, Settings
from calavera.client.command import refusal_words
from calavera.console.complaint import complain
from calavera.console.console import PlainConsole
from calavera.errors import UserError
from calavera.rules import Placement, set_up
from calavera.terminal.arguments import NEW, USUAL_LEVEL, USUAL_NAME, USUAL_PLAYERS
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.play.conversation import LinePerson
from calavera.terminal.play.keyboard import Keyboard
from calavera.terminal.play.live_session import LiveSession
from calavera.terminal.play.pace import ReadingPace
from calavera.terminal.play.ports import Person, Screen
from calavera.terminal.play.screen import LineScreen


def play_live(options: argparse.Namespace, *, whole: bool) -> int:
    """Sit down at a table and play, on the whole screen or line by line; raises UserError."""
    tell = _Teller()
    try:
        with Client(
            options.server,
            token_file=options.token_file,
            name=None if options.name == USUAL_NAME else options.name,
            report=tell,
        ) as client:
            return _play(client, options, tell, whole=whole)
    except Refused as refused:
        raise UserError(refusal_words(refused, options.table)) from None
    except (ClientError, ValueError) as error:
        raise UserError(str(error)) from None


def _open(client: Client, options: argparse.Namespace) -> ClientTable:
    """A new table, with the person as its host."""
    settings = Settings(
        players=options.players or USUAL_PLAYERS,
        tribes=options.tribes,
        placement=Placement(options.placement),
    )
    settings.setup()  # raises ValueError where no game can be played like that
    table = client.create(settings)
    table.sit()
    return table


class _Teller:
    """Tells what the client reports: on the screen, once there is one."""

    screen: Screen | None = None

    def __call__(self, line: str) -> None:
        if self.screen is None:
            complain(line)
        else:
            self.screen.say(Text(line))


def _play(client: Client, options: argparse.Namespace, tell: _Teller, *, whole: bool) -> int:
    table = _open(client, options) if options.table == NEW else client.join(options.table)
    level = options.level or USUAL_LEVEL
    bot = next((name for name, bot in BOTS.items() if bot.strength.value == level), None)
    if bot is None:
        raise ValueError(f"{level[:40]!r} is not a level")

    def session(screen: Screen, person: Person) -> int:
        tell.screen = screen
        address = f"{client.server}/t/{table.code}"
        return LiveSession(
            table, screen, person, bot=bot, record=options.record, address=address
        ).run()

    if whole:
        from calavera.terminal.screen.play import live_app, run_app

        return run_app(live_app(session, fast=options.fast, motion=options.motion))
    paper, keyboard = Paper(PlainConsole()), Keyboard()
    nobody = cast_of(set_up(2), ("", ""), ())
    screen = LineScreen(paper, nobody, ReadingPace(hurried=options.fast or not keyboard.live))
    screen.say(Text(f"You are {client.name}."))
    return session(screen, LinePerson(paper, keyboard))
