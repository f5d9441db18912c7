"""The cards of Castellan: their faces and data."""
