"""Three or more players: learned profiles and their exact best responses."""
