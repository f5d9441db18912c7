"""What the boards of square tiles share: features, cameras, how things are pointed out."""
