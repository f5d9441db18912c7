"""Drawing the art of any game: textures, outlines, trees, battlements, pieces of a seat."""
