"""The board of The Castle: ground, camera, overlays, footer."""
