"""All the SQL of the bot, by topic. Functions take a connection."""
