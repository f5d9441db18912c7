"""The bot: the table that keeps the games, its store, and what is posted of them."""
