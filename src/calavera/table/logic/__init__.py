"""What a command does to a table: pure functions from table and command to facts."""
