"""Stores: the interface, SQLite and PostgreSQL, backup, copy and purge."""
