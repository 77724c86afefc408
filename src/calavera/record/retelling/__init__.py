"""A record as the steps that one viewer saw, for the replay page."""
