"""What belongs to a person or a server, whichever game is played."""
