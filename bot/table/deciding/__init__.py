"""The result of an action, computed before anything is stored."""
