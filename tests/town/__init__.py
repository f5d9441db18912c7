"""A simulated server with many games that are played by clicks, and instruments that watch the bot
in it."""
