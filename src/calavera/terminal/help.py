"""What `calavera --help` tells first and last."""

from typing import Final

DESCRIPTION: Final = """\
The game of Skull: every rule, every variant, and who may know what.

Each player has three flowers and a skull. Everybody puts discs face down on
a mat; somebody claims that they can turn over so many without a skull; the
others raise or pass; the last bidder turns their own stack first, then the
tops of others. Two successes win. A skull costs a disc for good.
"""

EXAMPLES: Final = """\
examples:
  calavera                               live tables on this machine, in your browser
  calavera serve --host 0.0.0.0          for the phones in this network
  calavera table new --bots cautious     a table on a running server, by its link
  calavera bot join CODE --bot cautious  a bot sits down at a live table
  calavera play                          a game against three easy opponents
  calavera play --against belief bold    against these; calavera bots lists all
  calavera replay game.skull             a written game, told round by round
  calavera replay game.skull --view b    the record as seat b saw it
  calavera replay *.skull --json         the last position of each, a line a file
  calavera perft start.skull --depth 4   how many ways the next four moves can go
  calavera verify game.skull             whether the dice of a live game were fair
  calavera arena cautious uniform        a match between bots
  calavera stats games/*.skull           what happened in many games
  calavera solve FS/1 FF?/0              the best play of two, with proof
  calavera rules R24 R25                 what the rules say about a lost disc

A file named - is standard input.

exit status:
  0    success
  1    something is wrong with what was checked, or the output cannot be written
  2    bad input, or it cannot be done as asked
  130  interrupted by Ctrl-C
"""
