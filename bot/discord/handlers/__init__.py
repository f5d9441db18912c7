"""What each button does, by topic."""
