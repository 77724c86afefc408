"""Skull as an environment of other libraries: PettingZoo, Gymnasium and OpenSpiel.

`skull_v0` is for PettingZoo, `vector` for Gymnasium, `openspiel` for OpenSpiel. Each is loaded when
it is imported and needs its library: `pip install 'calavera[environments]'`. See
`docs/environments.md`.
"""
