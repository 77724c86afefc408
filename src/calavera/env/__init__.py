"""Skull as an environment of other libraries: PettingZoo, Gymnasium and OpenSpiel.

`skull_v0` is for PettingZoo, `vector` for Gymnasium, `openspiel` for OpenSpiel. Each is loaded when
it is imported and needs its library: `pip install 'calavera[environments]'`. See
`docs/environments.md`.
"""

from importlib.util import find_spec


def require(module: str, library: str) -> None:
    """Raise ImportError, with what to install, if a library is missing."""
    if find_spec(module) is None:
        raise ImportError(
            f"this environment needs {library}, which is not installed:"
            " pip install 'calavera[environments]'"
        )
