"""Harvest, a game that exists for tests alone: hidden hands, three players, turns of many cards.

It shares nothing with the games that people play, and nothing outside this package knows it. So
whatever it needs and does not get is something that the general code takes for granted.
"""
