"""Two-player Skull as a mathematical object: positions, rounds as trees, promises and plans."""
