"""Board of The Castle: ground, camera, overlays, footer."""
