"""What the texts of all games share: refusals, sums of points, typed and quoted words. Knows no
game."""
