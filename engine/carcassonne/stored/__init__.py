"""Games as text: snapshots of a state, and `carcassonne-record/1` written and read."""
