"""Square tiles with twelve ports, and the features that grow, merge and close as tiles are laid.

Shared by the games with square tiles.
"""
