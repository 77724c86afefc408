"""What a terminal shows: mats, discs, names and sentences."""
