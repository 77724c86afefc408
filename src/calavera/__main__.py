"""`python -m calavera` is `calavera`."""

import sys

from calavera.cli import main

if __name__ == "__main__":
    sys.exit(main())
