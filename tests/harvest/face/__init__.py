"""How Harvest looks, and how it is described in words."""
