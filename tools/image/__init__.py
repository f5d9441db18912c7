"""Tools that build the image and try it."""
