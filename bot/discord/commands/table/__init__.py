"""What belongs to a person or a server, whatever is played."""
