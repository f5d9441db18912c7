"""Art of Castellan: ground, walls, towers, keeps, cards, and the sprites made from them."""
