"""A recorded game, narrated in the terminal."""
