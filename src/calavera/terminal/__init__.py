"""The game in a terminal: `play` plays a new game, `replay` narrates a recorded one."""
