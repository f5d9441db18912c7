"""The board of Carcassonne: where it lies, overlays, the panel below it."""
