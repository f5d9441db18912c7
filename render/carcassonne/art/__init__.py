"""Art of Carcassonne: land tiles, followers, score markers, and the sprites made from them."""
