"""Playing a turn by the rulings: drawing, placing, scoring, wall tiles, and the final scoring."""
