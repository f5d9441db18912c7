"""What each game looks like and how it is told: a package a game, behind `bot.games.face.Face`."""
