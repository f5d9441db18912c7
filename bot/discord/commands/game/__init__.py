"""The commands used in a game; the command group of every game includes each of them."""
