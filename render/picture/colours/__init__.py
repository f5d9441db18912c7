"""The palettes: the colours that any game needs, and the 255 shared by the pictures of a game."""
