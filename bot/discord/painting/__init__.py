"""Painting pictures off the event loop, fairly: public ones first, then one for each person in
turn."""
