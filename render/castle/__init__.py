"""Pictures of The Castle."""
