"""What each viewer may know of a table, as values and as bytes."""
