"""Cards, and the icons of pieces on them."""
