"""One live table as a program without input or output.

`LiveTable` takes commands and sends frames, through the small protocols of `ports.py`. A table is
the list of its facts: `decide` says which facts follow from a command, `after` what the table is
after them, `seen` who is told what.
"""

from calavera.table.live import LiveTable

__all__ = ["LiveTable"]
