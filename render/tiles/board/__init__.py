"""Common parts of boards of square tiles: features, cameras, marks."""
