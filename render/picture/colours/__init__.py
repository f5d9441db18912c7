"""The palettes: the colours that any game needs, and the 255 that the pictures of a game share."""
