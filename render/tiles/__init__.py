"""Common parts of games with square tiles."""
