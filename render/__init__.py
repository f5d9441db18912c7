"""Pictures of a game, drawn from what a seat may see. Knows views and events, never states."""
