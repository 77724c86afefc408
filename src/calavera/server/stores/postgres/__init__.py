"""A store in PostgreSQL, for any number of servers."""
