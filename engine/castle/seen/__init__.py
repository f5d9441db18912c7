"""What is seen and said of a game: views, counts, luck, what a tile could do."""
