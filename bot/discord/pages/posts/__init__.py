"""The public posts and direct messages, one module per kind."""
