"""Service that loads a game, decides an action, stores it, and answers."""
