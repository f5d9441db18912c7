"""The course of a game: placing, completing, scoring, drawing, leaving, the end."""
