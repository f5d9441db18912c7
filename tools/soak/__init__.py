"""The soak: a year of games between scripted players, in which everything goes wrong at times."""
