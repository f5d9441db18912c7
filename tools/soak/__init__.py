"""A simulated year of games between scripted players, in which everything goes wrong at times."""
