"""Actions and views as numbers, for learning."""
