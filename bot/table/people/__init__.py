"""What belongs to a person, in whichever of their games: read and changed at the table."""
