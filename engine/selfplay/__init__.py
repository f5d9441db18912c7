"""Whole games between simple players, to measure the games with. The only place in the engine with
a clock and with randomness; no rule is implemented here."""
