"""What a heap of records tells: see docs/arena.md for what exactly is counted."""
