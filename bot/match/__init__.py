"""Rules of a match, pure: what a game is, what can be asked of it, what each action changes."""
