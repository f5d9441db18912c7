"""What one does in a game: each command of them is in the group of every game."""
