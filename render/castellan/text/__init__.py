"""Castellan for people who cannot see pictures: alt texts, the text board, sentences."""
