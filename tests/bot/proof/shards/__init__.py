"""Several processes of the bot, each with some of the shards."""
