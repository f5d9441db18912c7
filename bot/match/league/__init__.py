"""Leagues: who plays whom, who stands where, and which places can still be reached."""
