"""The solved game from the booklet's own plans, with the standard library alone.

`calavera solve` and the explorer of the web game read it here, so they say the same.
"""
