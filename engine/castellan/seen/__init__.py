"""What can be seen and counted in a game: views, turns being tried, tallies, what could close."""
