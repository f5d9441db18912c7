"""Common parts of all games' boards: windows, coordinates, labels, footers."""
