"""What is posted about a match: the messages, which step posts which, and who is pinged by them."""
