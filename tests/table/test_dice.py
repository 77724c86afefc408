"""Verifiable dice."""

import hashlib
import hmac
from collections import Counter

import pytest

from calavera.rules import Player, evolve, new_game, set_up
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.table.dice import draws as dice_module
from calavera.table.dice.draws import Dice, commitment, commitments, draw, label, picked, secret
from tests.table.doubles import Harness
from tests.table.test_showing import failed

MASTER = bytes(range(32)).hex()


def test_the_formula_in_other_words() -> None:
    """Written only from docs/dice.md."""
    opened = hmac.new(bytes.fromhex(MASTER), b"calavera-dice-1/player/2", hashlib.sha256).digest()
    assert secret(MASTER, Player(2)) == opened.hex()
    assert commitment(opened.hex()) == hashlib.sha256(opened).hexdigest()
    place = label("KRTM", 3, ("ab", "", "c0"), "pick/4")
    assert place == "calavera-dice-1/KRTM/3/ab,,c0/pick/4"
    number = int.from_bytes(
        hmac.new(opened, f"{place}/0".encode(), hashlib.sha256).digest()[:8], "big"
    )
    assert draw(opened.hex(), place, 7) == number % 7


def test_every_player_has_a_secret_of_its_own() -> None:
    secrets = [secret(MASTER, owner) for owner in (None, *map(Player, range(12)))]
    assert len(set(secrets)) == 13
    assert commitments(MASTER, 12) == tuple(map(commitment, secrets))
    assert commitments(MASTER, 3) == commitments(MASTER, 12)[:4], "more chairs change no secret"


def test_a_draw_is_even() -> None:
    counts = Counter(draw(secret(MASTER, None), f"place {number}", 3) for number in range(3000))
    assert set(counts) == {0, 1, 2}
    assert min(counts.values()) > 900


def test_what_is_too_high_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without rejection, sides that do not divide the range would bias the draw."""
    told: list[str] = []
    real_mac = dice_module._mac

    def mac(key: str, message: str) -> bytes:
        told.append(message)
        return b"\xff" * 32 if message.endswith("/0") else real_mac(key, message)

    monkeypatch.setattr(dice_module, "_mac", mac)
    number = draw(MASTER, "here", 3)
    assert told == ["here/0", "here/1"]
    assert number == int.from_bytes(real_mac(MASTER, "here/1")[:8], "big") % 3


def test_the_first_player_is_one_who_is_in() -> None:
    setup = set_up(5)
    firsts = {Dice(MASTER, "KRTM", game, ("",) * 5).first(setup).first for game in range(60)}
    assert firsts == set(setup.seats)


def test_salt_table_and_game_change_the_draws() -> None:
    setup, none = set_up(12), ("",) * 12
    salted = [Dice(MASTER, "KRTM", 1, (f"{number:02x}", *none[1:])) for number in range(40)]
    numbered = [Dice(MASTER, "KRTM", number, none) for number in range(40)]
    elsewhere = [Dice(MASTER, 2 * chr(65 + number % 26), 1, none) for number in range(26)]
    for dice in (salted, numbered, elsewhere):
        assert len({one.first(setup).first for one in dice}) > 5


def test_a_pick_takes_each_disc_as_often() -> None:
    assert picked(MASTER, "x", (FLOWER,)) is FLOWER
    discs = (FLOWER, FLOWER, FLOWER, SKULL)
    counts = Counter(picked(MASTER, f"pick/{number}", discs) for number in range(2000))
    assert 400 < counts[SKULL] < 600


def test_a_pick_is_made_from_all_discs_of_the_challenger() -> None:
    harness, _ = failed()
    game = harness.live.table.game
    assert game is not None
    challenger = game.setup.seats[0]
    own = game.dice.secret(game.setup.owner(challenger))
    place = label("KRTM", 1, game.dice.salts, "pick/1")
    assert game.dice.pick(game.state).drawn is game.state.drawn
    assert game.state.drawn is picked(own, place, (FLOWER, FLOWER, FLOWER, SKULL))


def test_no_draw_where_no_attempt_has_failed() -> None:
    setup = set_up(3)
    dice = Dice(MASTER, "KRTM", 1, ("", "", ""))
    state = evolve(new_game(setup), dice.first(setup))
    with pytest.raises(ValueError, match="no attempt has failed"):
        dice.pick(state)


def test_commitments_are_told_before_salts_and_kept_in_the_game() -> None:
    harness = Harness()
    ana = harness.connect("Ana")
    before = ana.room.commitments
    harness.start(4)
    assert ana.dice.commitments == before
    assert ana.dice.secrets is None
    assert all(ana.dice.salts)
    assert ana.room.commitments == before, "a game's dice match the commitments"
