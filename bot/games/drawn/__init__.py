"""The drawings that every game has: of a scene, of a whole game, of how players stand. Knows no
game."""
