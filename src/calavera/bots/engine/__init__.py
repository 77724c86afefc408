"""Engines: bots in any language, as processes that talk over standard input and output."""
