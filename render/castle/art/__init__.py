"""Art of The Castle: tiles, castle wall, pieces, and the sprites made from them."""
