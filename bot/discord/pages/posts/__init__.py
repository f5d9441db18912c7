"""The public posts and direct messages, a module a kind."""
