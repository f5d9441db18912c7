"""Discord side of the bot: commands, buttons, pages, posts."""
