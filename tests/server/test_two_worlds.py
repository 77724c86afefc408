"""Two worlds over real sockets: equal bytes, equal number, equal order, equal sizes.

The same game is played on two servers with the same chance and the same clock; only what a viewer
cannot know differs. All that the viewer's socket receives must be the same.
"""

import json
import random

import pytest

from calavera.record.shapes import ACTION
from calavera.rules import Disc, Player, seat_letter
from calavera.server.sessions import TableSession
from tests.server.raw import Server, house, level, plan, run
from tests.server.worlds import Script, fixed_now, fixed_random, other_script, script

pytestmark = pytest.mark.usefixtures("connection")


async def received(game: Script, viewer: int | None) -> list[str]:
    """Play a game on a server of its own; all that the viewer was sent."""
    its = plan(random=fixed_random(), now=fixed_now)
    players = game.setup.players
    async with house(its) as server:
        tokens = [await server.newcomer(f"P{number}") for number in range(players)]
        code = await server.table(tokens[0], players=players, showing=0, opens=False)
        lines = [await server.line(code, token) for token in tokens]
        watcher = await server.line(code)
        for line in lines:
            await line.ask("sit", id="sit", place=None)
            done = await line.ask("ready", id="ready", ready=True, salt="00")
            await level([*lines, watcher], done["version"])
        await level([*lines, watcher], (await lines[0].ask("start", id="start"))["version"])
        for move in game.moves:
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
    """What somebody is told who comes back, by how long they were away."""
    told = []
    token = "" if viewer is None else tokens[viewer]
    for since in (None, 0, 9, 12, 15, 20):
        line = await server.line(code, token, since)
        told += line.raw
        await line.close()
    return told


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


def test_who_knows_the_difference_is_told_it() -> None:
    game = script(3, random.Random(0))
    other = other_script(game, Player(0), random.Random(0))
    assert other is not None
    different = [run(received(game, viewer)) != run(received(other, viewer)) for viewer in (1, 2)]
    assert any(different)


def test_a_leak_of_a_single_space_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a frame that depends on a hidden skull."""
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
