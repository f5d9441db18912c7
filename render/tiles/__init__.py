"""What the games with square tiles share."""
