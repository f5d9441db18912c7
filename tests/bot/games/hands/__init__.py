"""A small game for tests: two players, each with a hand of cards that nobody else may see."""
