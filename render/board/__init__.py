"""What the boards of all games share: windows, coordinates, labels, panels. Knows no game."""
