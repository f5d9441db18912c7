"""Pictures of any game: the scene as a value, and the painter that turns it into pixels."""
