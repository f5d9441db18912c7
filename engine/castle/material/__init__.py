"""The contents of the box: the tile catalogue and the castle wall, read from `data`."""
