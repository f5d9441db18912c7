"""What games with square tiles share."""
