"""One module for each topic: its pages, what its buttons do, its commands."""
