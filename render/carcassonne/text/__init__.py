"""Carcassonne for people who cannot see pictures: alt texts and the text board."""
