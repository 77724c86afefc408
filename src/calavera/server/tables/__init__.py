"""Live tables in memory: registry, alarms, bots, people and tokens."""
