"""The colours of The Castle by what they are for, and the 255 that its pictures are made of."""
