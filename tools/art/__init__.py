"""Tools that redraw the art that ships."""
