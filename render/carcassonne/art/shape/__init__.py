"""What lies where on a tile, made from its ports alone."""
