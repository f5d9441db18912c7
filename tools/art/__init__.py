"""Redraws the art that ships."""
