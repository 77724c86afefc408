"""A match between bots: its plan, its save file, its result."""
