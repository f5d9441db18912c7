"""The drawings that every game has: of a scene, a whole game, and the standing of players. Knows no
game."""
