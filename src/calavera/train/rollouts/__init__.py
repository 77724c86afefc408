"""Batches of training games: opponents, and local or distributed play."""
