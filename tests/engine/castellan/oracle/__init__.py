"""Castellan written a second time, as naively as possible, to check the engine against.

The castle is a picture of pixels, and what is enclosed is found by flooding it, again after each
piece. Imports nothing from the engine.
"""
