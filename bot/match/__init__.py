"""What a match is: its value, what can be asked of it, and what each action changes.

Pure: knows no store, no table, nothing of Discord, and no rule of a game.
"""
