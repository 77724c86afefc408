"""Building the booklet: linear programs, from the last rounds back to the first."""
