"""What a player prefers and when they are away: preferences, quiet hours, days in a time zone."""
