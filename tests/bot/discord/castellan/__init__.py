"""Castellan in a channel."""
