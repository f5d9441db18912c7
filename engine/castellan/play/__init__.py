"""The course of a game: a turn under construction, its questions, drawing, leaving, the end."""
