"""Cards: a single one, the hand of a player, and what is left of everybody's."""
