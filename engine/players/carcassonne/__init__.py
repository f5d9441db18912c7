"""The judgement of Carcassonne."""
