"""How a computer player looks ahead from the moves that are best at first sight."""
