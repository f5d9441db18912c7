"""The words of Carcassonne: moves, options, reasons, events, and their notation."""
