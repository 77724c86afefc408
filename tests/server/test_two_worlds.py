"""Two worlds over real sockets: equal bytes, equal number, equal order, equal sizes.

The same game is played on two servers with the same random source and clock; only what a viewer
cannot know differs. Everything that the viewer's socket receives must be the same.
"""

import json
import random

import pytest

from calavera.bots import Remark, Uniform, talk
from calavera.protocol.facts import BotSaid
from calavera.record.codec.shapes import ACTION
from calavera.rules import Disc, Player, seat_letter
from calavera.server.sockets.sessions import TableSession
from calavera.table.live.automation import Pace
from calavera.table.logic import bot_talk, moves
from calavera.table.logic.moves import Facts
from calavera.table.logic.table import Game, Table
from tests.server.raw import Server, config, level, run, running_server
from tests.server.worlds import Script, fixed_now, fixed_random, other_script, script

BOTS_AT_ONCE = Pace(10**9, 0, 0)
"""People move by themselves, even where they are forced to."""

pytestmark = pytest.mark.usefixtures("connection")


async def received(game: Script, viewer: int | None) -> list[str]:
    """Play a game on a new server; return all that the viewer was sent."""
    its = config(random=fixed_random(), now=fixed_now, pace=BOTS_AT_ONCE)
    players = game.setup.players
    people = players if game.bot is None else players - 1
    async with running_server(its) as server:
        tokens = [await server.newcomer(f"P{number}") for number in range(people)]
        code = await server.table(tokens[0], players=players, showing=0, opens=False)
        lines = [await server.line(code, token) for token in tokens]
        watcher = await server.line(code)
        for line in lines:
            await line.ask("sit", id="sit", place=None)
            done = await line.ask("ready", id="ready", ready=True, salt="00")
            await level([*lines, watcher], done["version"])
        if game.bot is not None:
            done = await lines[0].ask("bot", id="bot", place=players - 1, bot="uniform")
            await level([*lines, watcher], done["version"])
        await level([*lines, watcher], (await lines[0].ask("start", id="start"))["version"])
        for move in game.moves:
            if move.seat == game.bot:
                await level([*lines, watcher], watcher.version + 1)
                continue
            line = lines[game.setup.owner(move.seat)]
            action = json.loads(ACTION.write(move.action))
            keys = line.act(seat_letter(move.seat), action)
            answer = await line.ask("act", id=f"m{line.version}", **keys)
            assert answer["type"] == "frame", answer
            await level([*lines, watcher], answer["version"])
        assert lines[0].room["phase"] == "gathering"
        mine = watcher if viewer is None else lines[viewer]
        return [*mine.raw, *await _from_the_start(server, code, tokens, viewer)]


async def _from_the_start(
    server: Server, code: str, tokens: list[str], viewer: int | None
) -> list[str]:
    """What a client is sent on reconnect, by how long it was away."""
    told = []
    token = "" if viewer is None else tokens[viewer]
    for since in (None, 0, 9, 12, 15, 20):
        line = await server.line(code, token, since)
        told += line.raw
        await line.close()
    return told


def seat_bot(game: Script, patch: pytest.MonkeyPatch) -> None:
    """The bot plays what is in the script, and takes every occasion to talk."""
    actions = iter([move.action for move in game.moves if move.seat == game.bot])
    patch.setattr(Uniform, "choose", lambda *_: next(actions))
    patch.setattr(talk, "USUAL", 9.0)
    patch.setattr(talk, "LIKELIHOOD", {})


def with_a_bot(game: Script, viewer: int | None, patch: pytest.MonkeyPatch) -> list[str]:
    seat_bot(game, patch)
    return run(received(game, viewer))


@pytest.mark.parametrize("seed", range(4))
def test_a_bot_says_the_same_at_the_same_moments_in_two_worlds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = script(3, random.Random(seed), bot=True)
    viewer = (None, 0, 1)[seed % 3]
    other = other_script(game, None if viewer is None else Player(viewer), random.Random(seed))
    assert other is not None
    told = with_a_bot(game, viewer, monkeypatch)
    assert any('"bot-said"' in message for message in told)
    assert with_a_bot(other, viewer, monkeypatch) == told


def test_a_bot_that_talks_by_its_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: what a bot says depends on a skull on its mat."""

    def leaking(table: Table, game: Game, facts: Facts) -> tuple[BotSaid, ...]:
        said = bot_talk.remarks(table, game, facts)
        is_trap = Disc.SKULL in game.state.holdings[-1].stack
        return tuple([one._replace(remark=Remark.BID_SEE) if is_trap else one for one in said])

    monkeypatch.setattr(moves, "remarks", leaking)
    noticed = []
    for seed in range(3):
        game = script(3, random.Random(seed), bot=True)
        other = other_script(game, None, random.Random(seed))
        assert other is not None
        told = with_a_bot(game, None, monkeypatch)
        noticed.append(with_a_bot(other, None, monkeypatch) != told)
    assert any(noticed)


CASES = [(players, seed) for players in (2, 3, 4) for seed in range(3)]


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_a_socket_receives_the_same_in_two_worlds(players: int, seed: int) -> None:
    game = script(players, random.Random(seed))
    viewers = [None, *range(players)]
    viewer = viewers[seed % len(viewers)]
    other = other_script(game, None if viewer is None else Player(viewer), random.Random(seed))
    assert other is not None
    assert other.moves != game.moves
    assert run(received(game, viewer)) == run(received(other, viewer))


def test_most_games_have_another_world() -> None:
    """Without this the test above could pass by comparing nothing."""
    found = 0
    for seed in range(20):
        game = script(3, random.Random(seed))
        for viewer in (None, Player(0), Player(2)):
            found += other_script(game, viewer, random.Random(seed)) is not None
    assert found > 50


def test_a_viewer_who_knows_the_difference_sees_it() -> None:
    game = script(3, random.Random(0))
    other = other_script(game, Player(0), random.Random(0))
    assert other is not None
    different = [run(received(game, viewer)) != run(received(other, viewer)) for viewer in (1, 2)]
    assert any(different)


def test_a_leak_of_a_single_space_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: the size of a frame depends on a hidden skull."""
    honest = TableSession.send

    def leaking(self: TableSession, message: bytes) -> None:
        game = self._table.table.game if self._table is not None else None
        hidden = game.state.holdings if game is not None else ()
        skulls = sum(Disc.SKULL in one.stack for one in hidden)
        honest(self, message + b" " * skulls)

    monkeypatch.setattr(TableSession, "send", leaking)
    game = script(3, random.Random(1))
    other = other_script(game, None, random.Random(1))
    assert other is not None
    assert run(received(game, None)) != run(received(other, None))
