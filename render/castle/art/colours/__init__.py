"""The colours of The Castle by purpose, and the 255 that its pictures are made of."""
