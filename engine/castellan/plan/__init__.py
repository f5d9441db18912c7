"""The plan of the castle: what is where, where a piece may go, what it encloses."""
