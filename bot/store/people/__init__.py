"""The rows of people: who they are, what they prefer, and erasing them."""
