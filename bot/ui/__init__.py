"""What the bot shows in Discord: pages of text, pictures and buttons, and what they do."""
