"""A game against bots in the terminal."""
