"""Drawing the art of any game: sheets of texture, outlines, pieces in the colours of a seat."""
