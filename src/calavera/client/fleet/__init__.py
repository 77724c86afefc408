"""A bot at several live tables at once, as a configuration file says: `calavera bot run`."""
