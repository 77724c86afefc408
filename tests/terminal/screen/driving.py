"""Somebody in front of the screen, who uses only what it offers."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

import pytest
import textual.app
import textual.pilot
from textual.pilot import Pilot

from calavera.terminal.screen.app import TableApp
from calavera.terminal.screen.choices import Choices, Option

Chooser: TypeAlias = Callable[[Pilot[Any], TableApp, Option], Awaitable[None]]

A_GLANCE = 0.01
PATIENCE = 120.0


async def glance(*_: float) -> None:
    """In place of a pilot's waiting until the whole process idles, which a server's never does."""
    await asyncio.sleep(0.001)


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait for a condition; fails if it never comes true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(A_GLANCE)


def driven(
    app: TableApp, deed: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run the app, and do something with it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await deed(pilot)
            if app.is_running:
                app.leave(at_once=True)
                await until(pilot, lambda: not app.is_running)

    with pytest.MonkeyPatch.context() as patch:
        for module in (textual.app, textual.pilot):
            patch.setattr(module, "wait_for_idle", glance)
        asyncio.run(run())
    failed = getattr(app, "failed", None)
    if failed is not None:
        raise failed


def asks(app: TableApp) -> Choices | None:
    """What the screen asks now."""
    return app.bar.choices if app.is_running and len(app.screen_stack) == 1 else None


def shown(app: TableApp) -> str:
    """All the text on the screen."""
    parts = [app.head, app.table, app.bar]
    return "\n".join(line for part in parts for line in part.canvas.lines())


async def by_key(pilot: Pilot[Any], app: TableApp, option: Option) -> None:
    """Choose an option as a person with a keyboard does."""
    choices = asks(app)
    assert choices is not None
    if option.seat is not None and option.seat % 2:
        await pilot.press(option.key)
    elif option.seat is not None:
        while (chosen := app.bar.choices.chosen if app.bar.choices else None) != option:
            await pilot.press("right" if chosen is None else "left")
    elif option.key != "enter":
        await pilot.press(*option.key)
    if _still(app, choices):
        await pilot.press("enter")


async def by_mouse(pilot: Pilot[Any], app: TableApp, option: Option) -> None:
    """Choose an option as a person with a mouse does: the second click sends it."""
    choices = asks(app)
    assert choices is not None
    if option.seat is not None:
        assert app.table.drawn is not None
        spot = app.table.drawn.seats[option.seat]
        where: tuple[Any, tuple[int, int]] = (app.table, (spot.x + 3, spot.y + 2))
    else:
        button = app.bar.button(option.key)
        assert button is not None, f"{option.key} has a button"
        where = (app.bar, (button[0] + 1, button[1]))
    await pilot.click(where[0], offset=where[1])
    if _still(app, choices):
        await pilot.click(where[0], offset=where[1])


def _still(app: TableApp, choices: Choices) -> bool:
    """Whether the same is asked: nothing has been sent."""
    now = app.bar.choices if app.is_running else None
    return now is not None and now.question is choices.question


def is_past(app: TableApp, choices: Choices) -> bool:
    """Whether a question has been answered."""
    return not _still(app, choices)


class Guest:
    """Plays to the end of a game, or a number of decisions, with whatever is offered."""

    def __init__(self, app: TableApp, choose: Chooser, most: int = 10_000) -> None:
        self._app = app
        self._choose = choose
        self._left = most
        self._rng = random.Random(1)

    async def play(self, pilot: Pilot[Any]) -> None:
        app = self._app
        while self._left:
            self._left -= 1
            await until(pilot, lambda: not app.is_running or asks(app) is not None)
            choices = asks(app)
            if choices is None:
                return
            self.look(choices)
            scene = app.table.scene
            if scene is not None and scene.board.outcome is not None:
                return
            await self._choose(pilot, app, self._rng.choice(choices.options[:4]))
            await until(pilot, partial(is_past, app, choices))

    def look(self, choices: Choices) -> None:
        """Before each decision."""
