"""How each game looks and reads: one package per game, behind `bot.games.face.Face`."""
