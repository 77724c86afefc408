"""Live tables on one device, without a server: in a browser's worker, and in tests.

The same tables, calls and messages as a server's. `Device` is the whole of it; what it stores goes
through a `Storage`.
"""

from calavera.local.device import Device

__all__ = ["Device"]
