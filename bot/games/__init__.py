"""The face of each game, one package per game: its pictures, texts and choices."""
