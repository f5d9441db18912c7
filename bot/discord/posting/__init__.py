"""Delivering what the outbox holds: posts made in Discord, and what its refusals mean."""
