"""The rows of posted messages: the outbox and the live boards."""
