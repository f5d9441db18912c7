"""Harvest, a game that exists only for tests: hidden hands, three players, turns of many cards.

It shares nothing with the games that people play, and nothing outside this package knows it. So
anything it needs but does not get is something that the general code takes for granted.
"""
