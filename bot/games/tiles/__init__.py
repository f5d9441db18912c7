"""What the faces of the tile games share. Knows no game."""
