"""Painting pictures off the event loop, fairly: public ones first, then each person's in turn."""
