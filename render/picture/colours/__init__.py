"""The palettes: colours by what they are for, and the 255 that all pictures share."""
