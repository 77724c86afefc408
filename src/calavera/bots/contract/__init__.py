"""The contract of bots as a test suite: `check_bot(MyBot)`.

`python -m calavera.bots.contract my_module:MyBot` runs it from the command line.
"""

from calavera.bots.contract.checks import PROMISES, Broken, check_bot

__all__ = ["PROMISES", "Broken", "check_bot"]
