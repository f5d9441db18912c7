"""The rulebook of The Castle as tests; each ruling is named by its number."""
