"""The history as it is stored: a server has to read what an older one wrote."""

from typing import Any, get_args

import pytest

from calavera.bots import Remark
from calavera.protocol.commands import Taunt
from calavera.protocol.facts import (
    BotDeclared,
    BotSaid,
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBound,
    Emptied,
    Fact,
    GameBegan,
    Hinted,
    HostPassed,
    Joined,
    Muted,
    Opened,
    Played,
    Readmitted,
    ReadySaid,
    Removed,
    Renamed,
    Reshuffled,
    Said,
    Seated,
    SettingsChanged,
    StoodIn,
    Taunted,
    TribesChosen,
)
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.record.codec.json_text import read_json
from calavera.record.codec.values import CodecError
from calavera.rules import Seat
from calavera.rules.events import DiscPlaced
from calavera.rules.model.discs import SKULL
from calavera.table.logic.entry import ENTRY, FACT, Entry, read_entry

SETTINGS = (
    '{"players":4,"tribes":1,"placement":"simultaneous","clock":null,"showing":6,"opens":true,'
    '"spectators":true,"listed":false,"talk":true,"pace":"usual","guest_bots":true}'
)
STORED: tuple[tuple[Fact, str], ...] = (
    (Opened("KRTM", Settings()), f'{{"type":"opened","code":"KRTM","settings":{SETTINGS}}}'),
    (Joined(1, "Ana", "i"), '{"type":"joined","member":1,"name":"Ana","identity":"i"}'),
    (BotDeclared(1), '{"type":"bot-declared","member":1}'),
    (Renamed(1, "Bo"), '{"type":"renamed","member":1,"name":"Bo"}'),
    (Seated(1, 2, (Tribe.DOTS,)), '{"type":"seated","member":1,"place":2,"tribes":["dots"]}'),
    (BotSeated(0, "belief", ()), '{"type":"bot-seated","place":0,"bot":"belief","tribes":[]}'),
    (Emptied(3), '{"type":"emptied","place":3}'),
    (Removed(2), '{"type":"removed","member":2}'),
    (Readmitted(2), '{"type":"readmitted","member":2}'),
    (
        TribesChosen(0, (Tribe.NIGHT_KNOTS,)),
        '{"type":"tribes-chosen","place":0,"tribes":["night-knots"]}',
    ),
    (ReadySaid(0, True, "0f"), '{"type":"ready-said","place":0,"ready":true,"salt":"0f"}'),
    (SettingsChanged(Settings()), f'{{"type":"settings-changed","settings":{SETTINGS}}}'),
    (Reshuffled((1, 0)), '{"type":"reshuffled","order":[1,0]}'),
    (HostPassed(2), '{"type":"host-passed","member":2}'),
    (DiceBound("ab"), '{"type":"dice-bound","master":"ab"}'),
    (GameBegan(1, ("", "ab")), '{"type":"game-began","number":1,"salts":["","ab"]}'),
    (
        Played(Seat(1), (DiscPlaced(Seat(1), SKULL),)),
        '{"type":"played","seat":"b","events":[{"type":"disc-placed","seat":"b","disc":"S"}]}',
    ),
    (Declined(Seat(2)), '{"type":"declined","seat":"c"}'),
    (StoodIn(0, "belief"), '{"type":"stood-in","place":0,"bot":"belief"}'),
    (CameBack(0), '{"type":"came-back","place":0}'),
    (Said(1, "hi"), '{"type":"said","member":1,"text":"hi"}'),
    (Taunted(1, Taunt.HMM), '{"type":"taunted","member":1,"taunt":"hmm"}'),
    (BotSaid(2, Remark.CAUGHT_BOO), '{"type":"bot-said","place":2,"remark":"caught-boo"}'),
    (Muted(1, 2, True), '{"type":"muted","by":1,"member":2,"muted":true}'),
    (Hinted(Seat(0), 3), '{"type":"hinted","seat":"a","decision":3}'),
    (Closed(), '{"type":"closed"}'),
)


def test_every_fact_is_stored_as_it_always_was() -> None:
    assert {type(fact) for fact, _ in STORED} == set(get_args(Fact))
    for fact, text in STORED:
        assert FACT.write(fact) == text
        read = FACT.decode(read_json(text))
        assert (type(read), read) == (type(fact), fact)


def test_so_is_an_entry() -> None:
    entry = Entry(1, "c-1", 1_700_000_000_000, (Closed(),))
    text = '{"by":1,"id":"c-1","at":1700000000000,"facts":[{"type":"closed"}]}'
    assert ENTRY.write(entry) == text
    assert read_entry(text.encode()) == entry
    nobodys = Entry(None, None, 0, ())
    assert read_entry(b'{"by":null,"id":null,"at":0,"facts":[]}') == nobodys


@pytest.mark.parametrize(
    ("longest", "too_long"),
    [
        (Joined(100, "n" * 24, "i" * 64), Joined(101, "n", "i")),
        (Joined(1, "n" * 24, "i"), Joined(1, "n" * 25, "i")),
        (Joined(1, "n", "i" * 64), Joined(1, "n", "i" * 65)),
        (Joined(1, "n", "i"), Joined(1, "n", "")),
        (Joined(1, "n", "i"), Joined(0, "n", "i")),
        (DiceBound("a" * 64), DiceBound("a" * 65)),
        (Played(None, (DiscPlaced(Seat(0), SKULL),) * 1000), None),
        (Played(None, ()), Played(None, (DiscPlaced(Seat(0), SKULL),) * 1001)),
        (GameBegan(2**53 - 1, ("a" * 64,) * 12), GameBegan(1, ("",) * 13)),
    ],
)
def test_facts_are_read_up_to_their_limits(longest: Fact, too_long: Any) -> None:
    assert FACT.decode(read_json(FACT.write(longest))) == longest
    if too_long is not None:
        with pytest.raises(CodecError):
            FACT.decode(read_json(FACT.write(too_long)))
