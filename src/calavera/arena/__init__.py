"""Many games: matches between bots, and what a heap of records tells.

Nothing here is loaded before it is used: ratings need openskill, the extra `calavera[arena]`.
"""
