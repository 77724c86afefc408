"""One live table, without input or output.

`LiveTable` takes commands and sends frames, through the small protocols of `ports.py`. A table is
the list of its facts: `decide` returns the facts that follow from a command, `after` the table
after them, `redact` what each viewer is sent of them.
"""

from calavera.table.live.coordinator import LiveTable

__all__ = ["LiveTable"]
