"""The bot: the table that runs the games, its store, and what is posted about them."""
