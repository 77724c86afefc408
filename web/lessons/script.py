"""The lessons themselves: each rule of the book is shown, its number beside the words."""

from plot import Ask, Back, Lesson, On, Scene, Tell

LESSONS = (
    Lesson(
        "disc",
        (
            Scene("Bo Cy"),
            Tell("disc_tribe", "R1 R2"),
            Tell("disc_first", "R4"),
            Ask(
                "disc_place",
                "R6 R7",
                {"aF": On("bS cF"), "aS": Back("disc_place_skull")},
            ),
            Tell("disc_placed", "R8"),
            Ask(
                "disc_add",
                "R9",
                {
                    "aF": On("bF cF"),
                    "aS": Back("disc_add_skull"),
                    "bid": Back("disc_add_bid", rules="R11"),
                },
            ),
            Tell("disc_end", "R2 R9"),
        ),
    ),
    Lesson(
        "bid",
        (
            Scene("Bo Cy", before="aF bS cF aF bF cF"),
            Ask(
                "bid_open",
                "R11 R12",
                {
                    "a2": On("b3 c-"),
                    "a1": Back("bid_open_one"),
                    "bid": Back("bid_open_many", rules="R12"),
                    "place": Back("bid_open_add"),
                },
            ),
            Ask(
                "bid_raise",
                "R13 R14 R15",
                {
                    "a4": On("b-"),
                    "a-": Back("bid_raise_pass", "a- b>bF b>bS", "R15 R16"),
                    "bid": Back("bid_raise_many", rules="R14"),
                },
            ),
            Ask("bid_own", "R16 R18 R19", {"a>aF": On("a>aF")}),
            Ask(
                "bid_others",
                "R20",
                {"a>cF": On(), "a>bF": Back("bid_others_bo", "a>bF a>bS")},
            ),
            Ask("bid_last", "R20", {"a>cF": On(), "a>bF": On()}),
            Tell("bid_end", "R21 R28 R30 R33"),
        ),
    ),
    Lesson(
        "caught",
        (
            Scene("Bo Cy Di", before="aF bS cF dF aF b1 c2 d-"),
            Ask(
                "caught_raise",
                "R14 R17",
                {
                    "a5": On("a>aF a>aF"),
                    "bid": Back("caught_raise_less"),
                    "a-": Back("caught_raise_pass"),
                },
            ),
            Ask(
                "caught_flip",
                "R20",
                {"a>bS": On(), "a>cF": On("a>bS"), "a>dF": On("a>bS")},
            ),
            Tell("caught_skull", "R21"),
            Tell("caught_show", "R22", "d!F/c!F"),
            Tell("caught_lost", "R23 R24 R26", "b~aF"),
            Tell("caught_end", "R28"),
        ),
    ),
    Lesson(
        "bluff",
        (
            Scene("Bo Cy"),
            Ask("bluff_place", "R6", {"aS": On("bF cF"), "aF": Back("bluff_place_flower")}),
            Ask(
                "bluff_open",
                "R11",
                {
                    "a1": On("b2 c-"),
                    "bid": Back("bluff_open_many", rules="R19"),
                    "place": Back("bluff_open_add"),
                },
            ),
            Ask("bluff_pass", "R15", {"a-": On("b>bF b>aS"), "bid": Back("bluff_pass_raise")}),
            Ask("bluff_pick", "R24", {"pick": On()}),
            Tell("bluff_caught", "R26 R28"),
            Scene("Bo Cy", start="FS/0 FFFS/0 FFFS/0", before="aS bF cF aF bF cF"),
            Ask(
                "bluff_must",
                "R10",
                {
                    "a2": On("b- c- a>aF a>aS"),
                    "a1": Back("bluff_must_one", "a1 b- c- a>aF", "R19"),
                    "bid": Back("bluff_must_many"),
                },
            ),
            Ask("bluff_discard", "R25", {"a~aF": On(), "a~aS": On()}),
            Tell("bluff_end", "R25 R26"),
        ),
    ),
    Lesson(
        "last",
        (
            Scene("Bo Cy", start="F/0 FFFS/0 FFS/0"),
            Tell("last_stoned", "R34"),
            Ask("last_place", "R6 R34", {"aF": On("bS cF")}),
            Ask(
                "last_must",
                "R10 R34",
                {"a1": On("b2 c-"), "bid": Back("last_must_many")},
            ),
            Ask(
                "last_pass",
                "R34",
                {"a-": On("b>bS b~bF"), "bid": Back("last_pass_raise", "a3 a>aF a>bS", "R27")},
            ),
            Tell("last_safe", "R25 R28"),
            Scene("Bo Cy", start="FS/0 FFFS/0 F/0", first="c", before="aF bS cF c2 a- b-"),
            Tell("last_out", "R24 R27 R29", "c>cF c>bS b~cF"),
            Scene("Bo Cy", start="S/0 FFFS/0 FFS/0", before="aS bF cF a1 b- c-"),
            Ask("last_skull", "R19 R34", {"a>aS": On()}),
            Ask("last_lose", "R25", {"a~aS": On()}),
            Ask("last_name", "R27 R29", {"a^b": On(), "a^c": On()}),
            Tell("last_end", "R27 R29"),
        ),
    ),
    Lesson(
        "win",
        (
            Scene("Bo Cy", start="FFFS/1 FFFS/0 FFS/1", before="aF bF cF"),
            Ask(
                "win_bid",
                "R12 R17 R30",
                {"a3": On("a>aF"), "bid": Back("win_bid_less"), "place": Back("win_bid_add")},
            ),
            Ask("win_flip", "R20", {"a>bF": On("a>cF"), "a>cF": On("a>bF")}),
            Tell("win_second", "R30 R32"),
            Scene("Bo", start="FS/0 F/0", first="b", before="aS bF b2"),
            Tell("win_alone_watch", "R17 R34", "b>bF b>aS"),
            Ask("win_alone", "R24", {"pick": On()}),
            Tell("win_end", "R31 R32"),
        ),
    ),
    Lesson(
        "tables",
        (
            Scene("Bo Cy", placement="first-last", before="bF cF"),
            Ask("tables_in_turn", "R7", {"place": On()}),
            Tell("tables_in_turn_end", "R7 R8"),
            Scene("Bo"),
            Tell("tables_duel", "R5"),
            Scene("Bo", tribes=2, before="bF dF aF"),
            Ask("tables_two_place", "R35", {"cS": On(), "cF": Back("tables_two_place_flower")}),
            Ask(
                "tables_two_bid",
                "R36",
                {
                    "a3": On("b- c- d- a>aF"),
                    "a4": Back("tables_two_bid_all", "a4 a>aF a>bF a>dF a>cS", "R37"),
                    "bid": Back("tables_two_bid_less"),
                    "place": Back("tables_two_bid_add"),
                },
            ),
            Ask(
                "tables_two_flip",
                "R37",
                {
                    "a>bF": On("a>dF"),
                    "a>dF": On("a>bF"),
                    "a>cS": Back("tables_two_flip_own", "a>cS", "R25 R37"),
                },
            ),
            Tell("tables_two_end", "R36 R38"),
            Scene("Bo Cy Di Ed Flo Gus Hal"),
            Tell("tables_many", "R3"),
        ),
    ),
)
