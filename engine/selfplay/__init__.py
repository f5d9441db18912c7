"""Whole games between simple players, to measure the games with. The one place in the engine with a
clock and with chance; no rule is implemented here."""
