"""How Castellan looks and reads, behind `bot.games.face.Face`. Works from views and events."""
