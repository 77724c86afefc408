"""What every bot promises, as something to run on your own: `check_bot(MyBot)`.

Nothing here is needed to play. `python -m calavera.bots.contract my_module:MyBot` does the same.
"""

from calavera.bots.contract.promises import PROMISES, Broken, check_bot

__all__ = ["PROMISES", "Broken", "check_bot"]
