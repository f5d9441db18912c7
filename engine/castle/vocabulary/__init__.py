"""The words of The Castle: moves, options, reasons, events, and their notation."""
