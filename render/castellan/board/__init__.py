"""Board of Castellan: its layout, the castle on its meadow, overlays, and the footer below it."""
