"""The game in a terminal: `show_replay` tells a written game, `play_game` plays a new one."""
