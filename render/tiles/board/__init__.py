"""What the boards of square tiles share: features, the camera, how things are pointed out."""
