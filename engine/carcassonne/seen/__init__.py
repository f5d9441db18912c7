"""What can be seen and counted in a game: views, fields, tallies, what a tile could do."""
