"""A board to think on: The Castle in a form that is changed in place. It does no judging."""
