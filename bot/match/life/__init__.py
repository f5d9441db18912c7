"""The life of a match: what each action changes, offers, clocks, reminders, and what is due."""
