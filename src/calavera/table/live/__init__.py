"""A running table: queue, audience, automation and ports."""
