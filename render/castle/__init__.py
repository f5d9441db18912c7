"""The pictures of The Castle."""
