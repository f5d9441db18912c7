"""What games with square tiles have in common."""
