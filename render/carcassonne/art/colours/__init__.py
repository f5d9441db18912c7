"""The colours of Carcassonne, and the 255 that its pictures share."""
