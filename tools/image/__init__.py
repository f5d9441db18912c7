"""Builds the image and tries it."""
