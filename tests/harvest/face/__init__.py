"""What Harvest looks like and how it is told."""
