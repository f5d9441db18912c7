"""What belongs to a person across all their games: read and changed at the table."""
