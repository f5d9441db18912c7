"""Houses, towers, courts: how each is drawn, dressed, and lined once complete."""
