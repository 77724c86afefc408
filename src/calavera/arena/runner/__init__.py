"""Playing a match: here, in processes, or on a Ray cluster."""
