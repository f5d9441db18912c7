"""Whole games between simple players, to measure the games with. The one place with a clock and
with chance in the engine; no rule stands here.
"""
