"""The store: all the SQL of the bot. A module takes a connection."""
