"""Measures speed and memory. One module for each part of the project, each yielding rows."""
