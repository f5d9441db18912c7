"""The common parts of boards of square tiles: features, cameras, marks."""
