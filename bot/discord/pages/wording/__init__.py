"""How games, people and times are named in a sentence."""
