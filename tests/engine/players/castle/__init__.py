"""The judgement of The Castle, checked against the rules."""
