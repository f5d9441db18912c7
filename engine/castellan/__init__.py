"""Castellan, for two to four players."""
