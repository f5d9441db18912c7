"""Drawing the art of any game, and choosing its colours: needed only when the art has changed."""
