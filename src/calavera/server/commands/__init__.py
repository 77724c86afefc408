"""The commands `serve`, `tables`, `store` and `doctor`."""
