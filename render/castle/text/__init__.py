"""The Castle for those who do not see pictures: alt texts and the text board."""
