"""What is posted of a match: the messages, which step posts which, and who is called by them."""
