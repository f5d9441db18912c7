"""The words of Castellan: pieces, moves, options, reasons, events, and their notation."""
