"""The rows of what is posted: the outbox and the live boards."""
