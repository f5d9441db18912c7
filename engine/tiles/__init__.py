"""Square tiles with twelve ports, and the regions that grow, merge and close as tiles are laid.

Shared by the games with square tiles. Knows nothing of points, players' rights or turns.
"""
