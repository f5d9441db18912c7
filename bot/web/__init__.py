"""Web pages of games, for spectators: served by the process that runs the bot."""
