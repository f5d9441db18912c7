"""The table: loads a game, decides an action, stores it, answers. Knows nothing of Discord."""
