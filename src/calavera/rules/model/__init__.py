"""The values of the game: discs, seats, the open table, the secrets."""
