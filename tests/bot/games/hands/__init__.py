"""A small game for tests: two players with a hand of cards each, which nobody else may see."""
