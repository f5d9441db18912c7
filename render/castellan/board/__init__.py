"""The board of Castellan: where it lies, the castle on its meadow, overlays, the panel below it."""
