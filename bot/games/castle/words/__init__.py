"""What is told of a game of The Castle, in sentences."""
