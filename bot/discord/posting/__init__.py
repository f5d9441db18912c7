"""Delivering the outbox: making posts in Discord, and interpreting its refusals."""
