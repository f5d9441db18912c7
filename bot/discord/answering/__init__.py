"""One interaction from click to answer: who asks, what they may, what is said when it fails."""
