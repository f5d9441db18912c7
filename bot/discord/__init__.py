"""The bot in Discord: commands, buttons, pages, posts."""
