"""How each game looks, and how it is described in words."""
