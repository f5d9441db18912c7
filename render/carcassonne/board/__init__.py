"""The board of Carcassonne: its layout, overlays, and the panel below it."""
