"""Cards: one of them, the hand of a player, and what is left of everybody's."""
