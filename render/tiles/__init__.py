"""The common parts of games with square tiles."""
