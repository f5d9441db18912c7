"""Castellan written a second time, as naively as possible, to check the engine against.

The castle is a picture of pixels, and what is enclosed is found by flooding it, anew after each
piece. Nothing here imports the engine.
"""
