"""The judgement of The Castle."""
