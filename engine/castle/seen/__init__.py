"""What can be seen and said about a game: views, counts, luck, what a tile could do."""
