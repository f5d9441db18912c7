"""The colours of Castellan, and those that all its pictures share."""
