"""The plan of the castle: what stands where, where a piece may go, what it encloses."""
