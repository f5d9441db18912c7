"""What is seen and said of a game: views, fields, counts, what a tile could do."""
