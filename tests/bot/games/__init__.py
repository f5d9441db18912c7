"""What each game looks like and how it is told."""
