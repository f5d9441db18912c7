"""Rules of the games: values in, values out. No I/O, no clock, no words for people."""
