"""Board of Carcassonne: its layout, overlays, and the footer below it."""
