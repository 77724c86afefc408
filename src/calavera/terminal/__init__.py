"""The game in a terminal: `replay` tells a written game, `game` plays a new one."""
