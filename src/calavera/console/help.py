"""Description and examples of `calavera --help`."""

from typing import Final

DESCRIPTION: Final = """\
The game of Skull: every rule, every variant, and who may know what.

Each player has three flowers and a skull. Everybody puts discs face down on
a mat; somebody bids how many discs they can flip without a skull; the others
raise or pass; the highest bidder flips their own stack first, then the tops of
other stacks. Two successes win. A skull costs a disc for good.
"""

EXAMPLES: Final = """\
examples:
  calavera                               open live tables in your browser
  calavera serve --host 0.0.0.0          serve live tables to your network
  calavera table new --bots cautious     open a table on a running server
  calavera bot join CODE --bot cautious  seat a bot at a live table
  calavera play                          play against three easy opponents
  calavera play --against belief bold    play against these (see calavera bots)
  calavera play --table KRTMWX           sit down at a live table
  calavera replay game.skull             show a recorded game, round by round
  calavera replay game.skull --view b    print the record as seat b saw it
  calavera replay *.skull --json         print the last position of each file
  calavera perft start.skull --depth 4   count the sequences of four moves
  calavera verify game.skull             check the dice of a live game
  calavera arena cautious uniform        run a match between bots
  calavera stats games/*.skull           print statistics of many games
  calavera solve FS/1 FF?/0              solve a two-player position
  calavera rules R24 R25                 print the rules about a lost disc
  calavera completion bash               print a script for shell completion

The file name - stands for standard input.

exit status:
  0    success
  1    a check failed, or the output cannot be written
  2    bad input, or the request cannot be met
  130  interrupted by Ctrl-C
"""
